import BellhopModel
import NIOConcurrencyHelpers

/// The shared state of all connections of a simulator. Requests arrive on many event loops. Each takes the lock a few
/// times and only briefly, never while it verifies a signature or parses JSON.
final class APNsBackend: Sendable {
    struct State: Sendable {
        var keys: [String: ProviderKey]
        var devices: [String: SimulatedDevice] = [:]
        var queues: [String: APNsDeviceQueue] = [:]
        var channels = SimulatedChannels()
        var broadcasts: [ReceivedBroadcast] = []
        var script = FaultScript<APNsFault>()
        var log = PushLog()
        var statistics = APNsStatistics()
        var held: [@Sendable () -> Void] = []
        var observers: [AsyncStream<ReceivedPush>.Continuation] = []
    }

    let configuration: APNsSimulatorConfiguration
    let clock: @Sendable () -> Timestamp
    let state: NIOLockedValueBox<State>

    init(configuration: APNsSimulatorConfiguration, clock: @escaping @Sendable () -> Timestamp) {
        self.configuration = configuration
        self.clock = clock
        let keys = Dictionary(configuration.keys.map { ($0.keyID, $0) }, uniquingKeysWith: { _, last in last })
        state = NIOLockedValueBox(State(keys: keys))
    }

    func credential(_ authorization: String?) -> CredentialCheckResult {
        CredentialCheckResult(authorization: authorization, keys: state.withLockedValue { $0.keys })
    }

    func lookup(of token: String?) -> DeviceLookup {
        guard let device = token.flatMap({ token in state.withLockedValue { $0.devices[token] } }) else {
            return .unknown(configuration.devices)
        }
        return .registered(device)
    }

    func lookup(ofChannelIn request: PushRequest) -> ChannelLookup {
        guard let app = request.channelTarget?.app else { return ChannelLookup() }
        var lookup = state.withLockedValue { $0.channels.lookup(of: request.headers.channelID, in: app) }
        lookup.isEnabled = !configuration.appsWithoutBroadcasts.contains(app)
        lookup.limit = configuration.channelLimit
        return lookup
    }

    func connectionOpened() -> Int {
        state.withLockedValue {
            $0.statistics.connections += 1
            $0.statistics.openConnections += 1
            return $0.statistics.connections
        }
    }

    func connectionClosed() { state.withLockedValue { $0.statistics.openConnections -= 1 } }

    func streamRefused() { state.withLockedValue { $0.statistics.refusedStreams += 1 } }
}

// Streams have no termination handlers here. A handler would take the lock that is held while values are sent to a
// stream, and deadlock with a task that cancels the reader. A closed stream is detected at the next value.
extension APNsBackend {
    /// The stored and future pushes of a device. A second stream ends the first.
    func attach(_ token: DeviceToken) -> AsyncStream<DeliveredPush> {
        let key = token.text.lowercased()
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredPush.self)
        let replaced = state.withLockedValue { state in
            state.queues[key, default: APNsDeviceQueue()].attach(continuation, now: clock())
        }
        replaced?.finish()
        return stream
    }

    /// A stream of all future requests with their results.
    func observe() -> AsyncStream<ReceivedPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedPush.self)
        state.withLockedValue { $0.observers.append(continuation) }
        return stream
    }

    /// Sends every held response.
    func release() {
        let held = state.withLockedValue { state in
            defer { state.held = [] }
            return state.held
        }
        for resume in held { resume() }
    }

    /// Ends every stream, and discards the held responses.
    func finish() {
        let (phones, observers, subscribers) = state.withLockedValue { state in
            state.held = []
            var phones: [APNsDeviceQueue.Stream.Continuation] = []
            for key in state.queues.keys {
                if let phone = state.queues[key]?.detach() { phones.append(phone) }
            }
            defer { state.observers = [] }
            return (phones, state.observers, state.channels.detachAll())
        }
        for phone in phones { phone.finish() }
        for observer in observers { observer.finish() }
        for subscriber in subscribers { subscriber.finish() }
    }
}
