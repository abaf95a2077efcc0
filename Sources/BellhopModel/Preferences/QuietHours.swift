/// A daily period, in local time, during which a user receives no notifications.
///
/// Notifications of this period are held until it ends, and are dropped when they expire before.
public struct QuietHours: Hashable, Sendable {
    public var start: TimeOfDay
    /// The end, exclusive. When it is earlier than ``start``, it is on the next day.
    public var end: TimeOfDay
    /// The weekdays of the start; every day unless given.
    public var days: [Weekday]?
    /// The IANA time zone, such as `Europe/Berlin`. Unless given, the time zone of the user's newest device, or UTC
    /// when no device reports one.
    public var timeZone: String?
    /// `true`, the default, if time-sensitive notifications are delivered.
    public var allowTimeSensitive: Bool
    /// `true` if asks are delivered; ``allowTimeSensitive`` unless given.
    public var allowAsks: Bool?

    public init(
        start: TimeOfDay, end: TimeOfDay, days: [Weekday]? = nil, timeZone: String? = nil,
        allowTimeSensitive: Bool = true, allowAsks: Bool? = nil
    ) {
        self.start = start
        self.end = end
        self.days = days
        self.timeZone = timeZone
        self.allowTimeSensitive = allowTimeSensitive
        self.allowAsks = allowAsks
    }

    /// Returns whether a notification is delivered during quiet hours.
    ///
    /// - Parameters:
    ///   - isAsk: whether the notification expects an answer.
    ///   - level: the interruption level of the notification.
    public func allow(isAsk: Bool, level: InterruptionLevel) -> Bool {
        if isAsk { return allowAsks ?? allowTimeSensitive }
        return allowTimeSensitive && level == .timeSensitive
    }
}

extension QuietHours: Codable {
    enum CodingKeys: String, CodingKey {
        case start, end, days
        case timeZone = "time_zone"
        case allowTimeSensitive = "allow_time_sensitive"
        case allowAsks = "allow_asks"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            start: try container.decode(TimeOfDay.self, forKey: .start),
            end: try container.decode(TimeOfDay.self, forKey: .end),
            days: try container.decodeIfPresent([Weekday].self, forKey: .days),
            timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
            allowTimeSensitive: try container.decodeIfPresent(Bool.self, forKey: .allowTimeSensitive) ?? true,
            allowAsks: try container.decodeIfPresent(Bool.self, forKey: .allowAsks))
    }
}
