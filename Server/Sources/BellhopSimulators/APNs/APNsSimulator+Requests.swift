public import BellhopModel
import Synchronization

extension APNsSimulator {
    /// Every request from now on, as soon as its fate is decided. Nothing is missed while the stream is held.
    public func requests() -> AsyncStream<ReceivedPush> { exchange.observe() }

    /// Everything that was received, in order; nothing unless the configuration keeps it.
    public var received: [ReceivedPush] { exchange.state.withLock { $0.log.entries } }

    /// What was received for one token, refused requests included.
    public func received(for token: DeviceToken) -> [ReceivedPush] {
        exchange.state.withLock { $0.log.entries(for: token.text.lowercased()) }
    }

    /// How often a request with this `apns-id` came, over all connections.
    public func attempts(of id: DeliveryID) -> Int {
        exchange.state.withLock { $0.log.attempts(of: id.description) }
    }

    public var statistics: APNsStatistics { exchange.state.withLock { $0.statistics } }
}
