/// When a snoozed notification is shown again. Each is a button that replaces Snooze once that was tapped in the
/// expanded notification.
public enum SnoozeTime: String, Hashable, Sendable, Codable, CaseIterable {
    /// After ``ActionEffect/snoozeDelay``, as where there is no choice.
    case quarterHour = "SNOOZE_15_MINUTES"
    case hour = "SNOOZE_1_HOUR"
    /// At ``eveningHour``.
    case evening = "SNOOZE_THIS_EVENING"
    /// The next day at ``morningHour``.
    case tomorrow = "SNOOZE_TOMORROW"

    public static let eveningHour = 18
    public static let morningHour = 9

    public init?(_ action: ActionID) { self.init(rawValue: action.rawValue) }

    public var action: ActionID { ActionID(rawValue: rawValue) }
}
