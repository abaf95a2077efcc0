import BellhopModel
import Synchronization

/// What all connections of a simulator share.
final class FCMExchange: Sendable {
    struct State: Sendable {
        var accounts: [String: FCMAccount]
        var grants: [String: AccessGrant] = [:]
        var devices: [String: FCMDevice] = [:]
        var mailboxes: [String: FCMMailbox] = [:]
        var sendScript = FaultScript<FCMFault>()
        var tokenScript = FaultScript<FCMFault>()
        var quotas: [String: MinuteQuota] = [:]
        var log: [ReceivedMessage] = []
        var statistics = FCMStatistics()
        var held: [@Sendable () -> Void] = []
        var observers: [AsyncStream<ReceivedMessage>.Continuation] = []
    }

    let configuration: FCMSimulatorConfiguration
    let clock: @Sendable () -> Timestamp
    let state: Mutex<State>

    init(configuration: FCMSimulatorConfiguration, clock: @escaping @Sendable () -> Timestamp) {
        self.configuration = configuration
        self.clock = clock
        let accounts = Dictionary(configuration.accounts.map { ($0.email, $0) }, uniquingKeysWith: { _, last in last })
        state = Mutex(State(accounts: accounts))
    }

    func connectionOpened() -> Int {
        state.withLock {
            $0.statistics.connections += 1
            return $0.statistics.connections
        }
    }

    /// Decides what becomes of a request.
    ///
    /// - Parameter resume: makes what gives a held answer later. Called before any observer hears of the request, so
    ///   that whoever saw it can release it.
    func receive(
        _ request: FCMRequest, connection: Int, resume: (FCMAnswer) -> @Sendable () -> Void
    ) -> FCMReaction {
        switch request.target {
        case .token: token(request, resume: resume)
        case .send(let project): send(request, to: project, connection: connection, resume: resume)
        case .elsewhere: FCMReaction(answer: FCMAnswer(.noRoute))
        }
    }
}

/// What a connection has to do about a request.
struct FCMReaction: Sendable {
    var answer: FCMAnswer
    /// What gets between the request and its answer.
    var fault: FCMFault?
}
