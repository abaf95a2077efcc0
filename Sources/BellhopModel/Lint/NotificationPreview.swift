/// The response of `POST /v1/notifications/validate`: the payloads of a notification, and the number of devices.
public struct NotificationPreview: Codable, Hashable, Sendable {
    /// One payload for each kind of gateway.
    public var payloads: [PayloadPreview]
    /// The number of the user's devices that would receive the notification.
    public var devices: Int
    /// The reason when ``devices`` is 0.
    public var reason: String?

    public init(payloads: [PayloadPreview], devices: Int, reason: String? = nil) {
        self.payloads = payloads
        self.devices = devices
        self.reason = reason
    }
}

/// A payload in the form that a gateway receives.
public struct PayloadPreview: Codable, Hashable, Sendable {
    /// The name of the gateway, such as `apns`.
    public var gateway: String
    public var payload: JSONValue
    /// The size of the payload, in bytes.
    public var size: Int
    /// The gateway's maximum size, in bytes.
    public var limit: Int
    /// The lint findings; errors first.
    public var findings: [PayloadFinding]

    public init(gateway: String, payload: JSONValue, size: Int, limit: Int, findings: [PayloadFinding]) {
        self.gateway = gateway
        self.payload = payload
        self.size = size
        self.limit = limit
        self.findings = findings
    }
}
