public import BellhopModel

/// A push as it reaches a device.
public struct DeliveredPush: Sendable, Hashable {
    public var token: DeviceToken
    /// As the provider sent them, but with `id` always set.
    public var headers: PushHeaders
    /// The JSON payload, byte for byte.
    public var payload: [UInt8]
    /// When APNs took it, not when the device got it.
    public var receivedAt: Timestamp

    public init(token: DeviceToken, headers: PushHeaders, payload: [UInt8], receivedAt: Timestamp) {
        self.token = token
        self.headers = headers
        self.payload = payload
        self.receivedAt = receivedAt
    }
}
