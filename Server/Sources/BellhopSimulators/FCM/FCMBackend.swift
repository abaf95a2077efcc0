import BellhopModel
import NIOConcurrencyHelpers

/// The shared state of all connections of a simulator.
final class FCMBackend: Sendable {
    struct State: Sendable {
        var accounts: [String: FCMAccount]
        var grants: [String: AccessGrant] = [:]
        var devices: [String: FCMDevice] = [:]
        var queues: [String: FCMDeviceQueue] = [:]
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
    let state: NIOLockedValueBox<State>

    init(configuration: FCMSimulatorConfiguration, clock: @escaping @Sendable () -> Timestamp) {
        self.configuration = configuration
        self.clock = clock
        let accounts = Dictionary(configuration.accounts.map { ($0.email, $0) }, uniquingKeysWith: { _, last in last })
        state = NIOLockedValueBox(State(accounts: accounts))
    }

    func connectionOpened() -> Int {
        state.withLockedValue {
            $0.statistics.connections += 1
            return $0.statistics.connections
        }
    }

    /// Processes a request.
    ///
    /// - Parameter resume: Makes the action that sends a held response. Called before observers see the request, so
    ///   that they can release it.
    func receive(
        _ request: FCMRequest, connection: Int, resume: (SimulatedFCMResponse) -> @Sendable () -> Void
    ) -> FCMScriptedResponse {
        switch request.target {
        case .token: token(request, resume: resume)
        case .send(let project): send(request, to: project, connection: connection, resume: resume)
        case .elsewhere: FCMScriptedResponse(response: SimulatedFCMResponse(.noRoute))
        }
    }
}

// Streams have no termination handlers here: one would take the lock under which the streams are fed, and deadlock with
// a task that cancels their reader. A closed stream is detected at the next value.
extension FCMBackend {
    /// The stored and future messages of a device. A second stream ends the first.
    func attach(_ token: DeviceToken) -> AsyncStream<DeliveredMessage> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredMessage.self)
        let replaced = state.withLockedValue { state in
            state.queues[token.text, default: FCMDeviceQueue()].attach(continuation, now: clock())
        }
        replaced?.finish()
        return stream
    }

    /// A stream of all future send requests with their results.
    func observe() -> AsyncStream<ReceivedMessage> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedMessage.self)
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
        let (devices, observers) = state.withLockedValue { state in
            state.held = []
            var devices: [FCMDeviceQueue.Stream.Continuation] = []
            for key in state.queues.keys {
                if let device = state.queues[key]?.detach() { devices.append(device) }
            }
            defer { state.observers = [] }
            return (devices, state.observers)
        }
        for device in devices { device.finish() }
        for observer in observers { observer.finish() }
    }
}

/// The statistics of a simulator since its creation.
public struct FCMStatistics: Sendable, Hashable {
    /// The number of accepted TCP connections, open or closed.
    public var connections = 0
    /// The number of complete requests for an access token.
    public var tokenRequests = 0
    /// The number of issued access tokens.
    public var tokensGiven = 0
    /// The number of complete send requests.
    public var requests = 0
    /// The number of requests that were accepted without a fault.
    public var accepted = 0
}

/// The message count of one project, in the minute that began with its first message.
///
/// "These minutes are not aligned to the clock", and client errors count (FCM, *Throttling and quotas*).
struct MinuteQuota: Sendable {
    private var start = Timestamp(milliseconds: 0)
    private var count = 0

    /// Counts a message.
    ///
    /// - Returns: The time to wait when the quota is exceeded; `nil` otherwise.
    mutating func take(limit: Int, now: Timestamp) -> Duration? {
        if now < start || now >= start + .seconds(60) {
            start = now
            count = 0
        }
        guard count < limit else { return start + .seconds(60) - now }
        count += 1
        return nil
    }
}
