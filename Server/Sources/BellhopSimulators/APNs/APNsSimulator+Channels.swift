public import BellhopModel
import Synchronization

extension APNsSimulator {
    /// The channels of an app, in the order in which they were made.
    public func channels(of app: String) -> [ChannelID] { exchange.state.withLock { $0.channels.channels(of: app) } }

    /// Every broadcast that was received, in order, refused ones included; nothing unless the configuration keeps it.
    public var broadcasts: [ReceivedBroadcast] { exchange.state.withLock { $0.broadcasts } }

    /// Follows a channel as a device does: the stream gives what is stored, then every broadcast as it comes.
    ///
    /// It ends when the channel is deleted, at once if there is none.
    public func follow(_ channel: ChannelID) -> AsyncStream<DeliveredBroadcast> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredBroadcast.self)
        let exists = exchange.state.withLock { state in
            state.channels.attach(continuation, to: channel, now: exchange.clock())
        }
        if !exists { continuation.finish() }
        return stream
    }
}
