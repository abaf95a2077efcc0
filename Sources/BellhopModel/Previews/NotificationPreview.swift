/// What `POST /v1/notifications/validate` gives: what would be sent, and to how many devices.
public struct NotificationPreview: Codable, Hashable, Sendable {
    /// One for each kind of gateway.
    public var payloads: [PayloadPreview]
    /// How many of the user's devices would be sent it.
    public var devices: Int
    /// Why there are none.
    public var reason: String?

    public init(payloads: [PayloadPreview], devices: Int, reason: String? = nil) {
        self.payloads = payloads
        self.devices = devices
        self.reason = reason
    }
}

/// A payload as a gateway would get it.
public struct PayloadPreview: Codable, Hashable, Sendable {
    /// Such as `apns`.
    public var gateway: String
    public var payload: JSONValue
    /// In bytes.
    public var size: Int
    /// In bytes: what the gateway takes at most.
    public var limit: Int
    /// What its sender should know; errors first.
    public var findings: [PayloadFinding]

    public init(gateway: String, payload: JSONValue, size: Int, limit: Int, findings: [PayloadFinding]) {
        self.gateway = gateway
        self.payload = payload
        self.size = size
        self.limit = limit
        self.findings = findings
    }
}
