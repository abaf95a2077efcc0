import BellhopModel
import BellhopSimulators
import Testing

/// One thing that goes wrong at APNs, and what Bellhop is to make of it.
struct FaultCase: Sendable, CustomTestStringConvertible {
    /// One claim of the dispatcher, and what came of it.
    struct Attempt: Sendable {
        enum Ending: Hashable, Sendable {
            case sent
            /// Sent again after so long.
            case deferred(String, Duration)
            /// Given up.
            case failed(String)
        }

        /// How many requests reach APNs in the course of it.
        var requests = 1
        var ending: Ending
    }

    let name: String
    /// They strike one request each.
    var faults: [APNsFault] = []
    /// Nobody listens until the first attempt is over.
    var isRefused = false
    /// How long the gateway waits for an answer, by the machine's clock. Connecting counts too, so it has to be enough
    /// for a request to reach APNs on a machine that is busy with all the other rows.
    var patience: Duration = .seconds(30)
    let attempts: [Attempt]
    /// How many pushes the phone gets.
    let arrivals: Int
    /// What becomes of the device's registration, which is active and for the sandbox.
    var state = Device.State.active
    var environment = PushEnvironment.sandbox

    init(
        _ name: String, _ faults: APNsFault..., isRefused: Bool = false, patience: Duration = .seconds(30),
        attempts: [Attempt], arrivals: Int, state: Device.State = .active, environment: PushEnvironment = .sandbox
    ) {
        self.name = name
        self.faults = faults
        self.isRefused = isRefused
        self.patience = patience
        self.attempts = attempts
        self.arrivals = arrivals
        self.state = state
        self.environment = environment
    }

    var testDescription: String { name }
}

extension FaultCase.Attempt {
    static let sent = Self(ending: .sent)
    static func sent(requests: Int) -> Self { Self(requests: requests, ending: .sent) }
    static func failed(_ reason: String, requests: Int = 1) -> Self {
        Self(requests: requests, ending: .failed(reason))
    }
    /// The backoff after a first attempt is half a second here, unless the answer asks for more.
    static func deferred(_ reason: String, _ pause: Duration = .milliseconds(500), requests: Int = 1) -> Self {
        Self(requests: requests, ending: .deferred(reason, pause))
    }
}
