/// Where one delivery of a notification stands.
public struct DeliveryStatus: Codable, Hashable, Sendable {
    /// What a delivery is for. An open set.
    public struct Purpose: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let show = Self(rawValue: "show")
        public static let clear = Self(rawValue: "clear")
    }

    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// A dispatcher has it in hand.
        case claimed
        case sent, failed, cancelled
    }

    public var deviceID: DeviceID
    public var purpose: Purpose
    public var state: State
    /// How often it was attempted, a running attempt included.
    public var attempts: Int
    /// While it waits: when it is due; while it is claimed: when it is due again if nothing is heard.
    public var nextAttemptAt: Timestamp?

    public init(
        deviceID: DeviceID, purpose: Purpose, state: State, attempts: Int, nextAttemptAt: Timestamp? = nil
    ) {
        self.deviceID = deviceID
        self.purpose = purpose
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
    }

    enum CodingKeys: String, CodingKey {
        case purpose, state, attempts
        case deviceID = "device_id"
        case nextAttemptAt = "next_attempt_at"
    }
}
