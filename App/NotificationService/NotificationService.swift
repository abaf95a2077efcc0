import BellhopExtensions

/// Enriches notifications before they are shown; see `BellhopServiceExtension`.
final class NotificationService: BellhopServiceExtension {
    override var appGroup: String? { SharedGroups.appGroup }
    override var keychainGroup: String? { SharedGroups.keychainGroup }
}
