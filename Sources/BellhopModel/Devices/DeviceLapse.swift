/// Since when a device is not active, and why.
public struct DeviceInactivation: Codable, Hashable, Sendable {
    public enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
        /// The gateway called its token gone or wrong.
        case gateway
        /// Its owner or an admin removed it.
        case removed
        /// Another device registered its token: a token addresses one installation.
        case tokenTaken = "token_taken"
    }

    public var at: Timestamp
    public var cause: Cause
    /// The gateway's word for it, such as `Unregistered`.
    public var reason: String?

    public init(at: Timestamp, cause: Cause, reason: String? = nil) {
        self.at = at
        self.cause = cause
        self.reason = reason
    }
}
