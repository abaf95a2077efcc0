public import BellhopModel

/// One broadcast as a simulator saw it, and what became of it.
public struct ReceivedBroadcast: Sendable, Hashable {
    /// The bundle identifier in the path.
    public var app: String
    /// As the provider sent them.
    public var headers: PushHeaders
    public var payload: [UInt8]
    public var receivedAt: Timestamp
    public var result: ReceivedPush.Result
}

/// A broadcast as it reaches a device that follows its channel.
public struct DeliveredBroadcast: Sendable, Hashable {
    public var channel: ChannelID
    /// The app's bundle identifier.
    public var app: String
    /// As the provider sent them.
    public var headers: PushHeaders
    /// The JSON payload, byte for byte.
    public var payload: [UInt8]
    /// When APNs took it, not when the device got it.
    public var receivedAt: Timestamp
}
