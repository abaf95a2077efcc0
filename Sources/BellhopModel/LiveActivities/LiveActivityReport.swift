/// What a device says of the Live Activity that shows a session on it (`POST /v1/sessions/{id}/live-activity`).
public struct LiveActivityReport: Codable, Hashable, Sendable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case active
        /// Updated no more.
        case ended
        /// Taken away by the person, or no longer allowed.
        case dismissed
    }

    /// The token by which the activity is updated. An active one has it. With one that is over it says which is meant,
    /// so that news of an old activity that comes late does not end the new one.
    public var token: DeviceToken?
    public var state: State

    public init(token: DeviceToken?, state: State = .active) {
        self.token = token
        self.state = state
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        token = try container.decodeIfPresent(DeviceToken.self, forKey: .token)
        state = try container.decodeIfPresent(State.self, forKey: .state) ?? .active
    }

    enum CodingKeys: String, CodingKey { case token, state }
}

/// What `PUT /v1/devices/{id}/push-to-start` takes.
public struct PushToStartRequest: Codable, Hashable, Sendable {
    /// By it the device starts Live Activities.
    public var token: DeviceToken

    public init(token: DeviceToken) { self.token = token }
}
