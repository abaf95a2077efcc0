/// The results of a campaign that is broadcast, counted by device. Together `sent`, `failed` and `skipped` are all devices
/// that it has reached.
public struct BroadcastFigures: Codable, Hashable, Sendable {
    /// The number of devices for which a gateway accepted the push.
    public var sent: Int
    /// The number of devices that a gateway rejected, or deferred too often.
    public var failed: Int
    /// The number of devices whose users' preferences suppress the push.
    public var skipped: Int
    /// The number of devices on which the notification was opened.
    public var opened: Int
    /// The reasons of failures, the most frequent first.
    public var failures: [ReasonCount]
    /// The reasons of skips, the most frequent first.
    public var skips: [ReasonCount]
    /// The average time from the creation of the campaign to the acceptance of a push by its gateway, in milliseconds;
    /// `nil` before the first one.
    public var latency: Int?

    public init(
        sent: Int = 0, failed: Int = 0, skipped: Int = 0, opened: Int = 0, failures: [ReasonCount] = [],
        skips: [ReasonCount] = [], latency: Int? = nil
    ) {
        self.sent = sent
        self.failed = failed
        self.skipped = skipped
        self.opened = opened
        self.failures = failures
        self.skips = skips
        self.latency = latency
    }

    /// A reason with its number of devices.
    public struct ReasonCount: Codable, Hashable, Sendable {
        /// Such as `Unregistered` or `quiet_hours`.
        public var reason: String
        public var devices: Int

        public init(reason: String, devices: Int) {
            self.reason = reason
            self.devices = devices
        }
    }

    enum CodingKeys: String, CodingKey {
        case sent, failed, skipped, opened, failures, skips
        case latency = "latency_ms"
    }
}
