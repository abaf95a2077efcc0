extension UserNotification {
    /// How loudly it may interrupt: as its sender says, else as its category, else as what it is. Its payload, its
    /// push's priority and quiet hours all go by this.
    public var interruption: InterruptionLevel { interruption(isAsk: askID != nil) }

    func interruption(isAsk: Bool) -> InterruptionLevel {
        options?.interruptionLevel ?? CategoryCatalog[category]?.interruptionLevel
            ?? (isAsk ? .timeSensitive : .active)
    }
}

extension NotificationSummary {
    /// How loudly it may interrupt when it is first shown. Its category alone says so: what it stands for may have many
    /// senders.
    public var interruption: InterruptionLevel { CategoryCatalog[category]?.interruptionLevel ?? .active }
}
