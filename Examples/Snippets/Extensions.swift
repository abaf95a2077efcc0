import BellhopExtensions

// snippet.service
final class NotificationService: BellhopServiceExtension {
    override var appGroup: String? { "group.com.example.reminders" }
    override var keychainGroup: String? { "ABCDE12345.com.example.reminders.shared" }
}
// snippet.end

// snippet.content
final class NotificationViewController: BellhopContentExtension {}
// snippet.end
