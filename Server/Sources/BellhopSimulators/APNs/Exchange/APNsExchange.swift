import BellhopModel
import Synchronization

/// What all connections of a simulator share. Requests come from many event loops; each takes the lock a few times,
/// shortly, and never while it verifies a signature or reads JSON.
final class APNsExchange: Sendable {
    struct State: Sendable {
        var keys: [String: ProviderKey]
        var devices: [String: SimulatedDevice] = [:]
        var mailboxes: [String: Mailbox] = [:]
        var channels = ChannelBook()
        var broadcasts: [ReceivedBroadcast] = []
        var script = FaultScript<APNsFault>()
        var log = PushLog()
        var statistics = APNsStatistics()
        var held: [@Sendable () -> Void] = []
        var observers: [AsyncStream<ReceivedPush>.Continuation] = []
    }

    let configuration: APNsSimulatorConfiguration
    let clock: @Sendable () -> Timestamp
    let state: Mutex<State>

    init(configuration: APNsSimulatorConfiguration, clock: @escaping @Sendable () -> Timestamp) {
        self.configuration = configuration
        self.clock = clock
        let keys = Dictionary(configuration.keys.map { ($0.keyID, $0) }, uniquingKeysWith: { _, last in last })
        state = Mutex(State(keys: keys))
    }

    func credential(_ authorization: String?) -> CredentialFinding {
        CredentialFinding(authorization: authorization, keys: state.withLock { $0.keys })
    }

    func standing(of token: String?) -> DeviceStanding {
        guard let device = token.flatMap({ token in state.withLock { $0.devices[token] } }) else {
            return .unknown(configuration.devices)
        }
        return .registered(device)
    }

    func standing(ofChannelIn request: PushRequest) -> ChannelStanding {
        guard let app = request.channelTarget?.app else { return ChannelStanding() }
        var standing = state.withLock { $0.channels.standing(of: request.headers.channelID, in: app) }
        standing.isEnabled = !configuration.appsWithoutBroadcasts.contains(app)
        standing.limit = configuration.channelLimit
        return standing
    }

    func connectionOpened() -> Int {
        state.withLock {
            $0.statistics.connections += 1
            $0.statistics.openConnections += 1
            return $0.statistics.connections
        }
    }

    func connectionClosed() { state.withLock { $0.statistics.openConnections -= 1 } }

    func streamTurnedAway() { state.withLock { $0.statistics.streamsTurnedAway += 1 } }
}
