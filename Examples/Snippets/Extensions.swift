import BellhopExtensions

// snippet.service
final class NotificationService: BellhopServiceExtension {
    override var appGroup: String? { "group.com.example.reminders" }
}
// snippet.end

// snippet.content
final class NotificationViewController: BellhopContentExtension {}
// snippet.end
