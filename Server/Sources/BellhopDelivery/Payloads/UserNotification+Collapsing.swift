import BellhopModel

extension UserNotification {
    /// The same for every push about it: a repeated one replaces the one that is shown, and a clearing one replaces the
    /// one that a gateway still keeps for a phone that is off.
    var collapseID: String { options?.collapseKey ?? askID.map { "ask-\($0)" } ?? id.description }
}

extension NotificationSummary {
    /// The same for every push about it.
    var collapseID: String { "summary-\(id)" }
}
