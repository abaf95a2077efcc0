public import BellhopModel

extension Submission {
    /// The line of the timeline that says why no deliveries are made; `nil` when `preferences` allow them.
    ///
    /// It names no device, because it is true of all of them.
    public func refusal(by preferences: NotificationPreferences) -> TimelineEntry? {
        preferences.refusal(of: notification.category, isAsk: ask != nil).map { refusal in
            TimelineEntry(at: notification.createdAt, step: .cancelled, detail: refusal.description)
        }
    }
}
