import BellhopExtensions

/// Shows notifications when they are expanded; see `BellhopContentExtension`.
final class NotificationViewController: BellhopContentExtension {}
