/// When a user does not want to be disturbed, by the clock on their wall.
///
/// What is to be shown then waits until they end, if it is still worth showing by then.
public struct QuietHours: Hashable, Sendable {
    public var start: TimeOfDay
    /// Not part of them any more. When it is earlier than ``start``, that of the next day.
    public var end: TimeOfDay
    /// The days on which they begin; every day unless given.
    public var days: [Weekday]?
    /// By its IANA name, such as `Europe/Berlin`; that of the user's newest device unless given, and UTC when no device
    /// says one.
    public var timeZone: String?
    /// Whether what is time-sensitive comes through; it does unless told otherwise.
    public var allowTimeSensitive: Bool
    /// Whether asks come through; as ``allowTimeSensitive`` unless given.
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

    /// Whether something comes through.
    ///
    /// - Parameters:
    ///   - isAsk: somebody waits for an answer.
    ///   - level: how loudly it may interrupt.
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
