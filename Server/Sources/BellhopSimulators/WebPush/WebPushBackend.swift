public import BellhopModel
import NIOConcurrencyHelpers

/// The shared state of all connections of a simulator.
final class WebPushBackend: Sendable {
    struct Subscription: Sendable {
        let subscriber: SimulatedSubscriber
        /// The refusal of all requests, once the subscription has ended.
        var ending: WebPushRefusal?
        var queue = WebPushQueue()
    }

    struct State: Sendable {
        /// By the path of the endpoint.
        var subscriptions: [String: Subscription] = [:]
        var script = FaultScript<WebPushFault>()
        var log: [ReceivedWebPush] = []
        var connections = 0
        var held: [@Sendable () -> Void] = []
        var observers: [AsyncStream<ReceivedWebPush>.Continuation] = []
    }

    let configuration: WebPushSimulatorConfiguration
    let clock: @Sendable () -> Timestamp
    let state = NIOLockedValueBox(State())

    init(configuration: WebPushSimulatorConfiguration, clock: @escaping @Sendable () -> Timestamp) {
        self.configuration = configuration
        self.clock = clock
    }

    func connectionOpened() -> Int {
        state.withLockedValue {
            $0.connections += 1
            return $0.connections
        }
    }

    /// Processes a request.
    ///
    /// - Parameters:
    ///   - origin: The origin of the endpoints.
    ///   - resume: Makes the action that sends a held response. Called before observers see the request, so that they
    ///     can release it.
    func receive(
        _ request: WebPushRequest, origin: String, connection: Int,
        resume: (SimulatedWebPushResponse) -> @Sendable () -> Void
    ) -> ScriptedResponse<SimulatedWebPushResponse, WebPushFault> {
        let now = clock()
        let subscription = state.withLockedValue { $0.subscriptions[request.path] }
        // Outside of the lock, because signatures are slow to verify.
        let inspection = WebPushInspection(
            method: request.method, fields: request.fields, body: request.body, origin: origin,
            subscriber: subscription?.subscriber, ending: subscription?.ending,
            longestBody: configuration.longestBody, now: now)
        let refusal = WebPushCheck.all.lazy.compactMap { $0.refusal(inspection) }.first
        let message =
            refusal == nil
            ? subscription.flatMap { DeliveredWebPush(inspection, to: $0.subscriber, configuration) } : nil
        return state.withLockedValue { state in
            let fault = refusal == nil ? state.script.next(for: request.path) : nil
            var response = SimulatedWebPushResponse(status: 201, location: "\(origin)/message/\(state.log.count)")
            if let refusal { response = SimulatedWebPushResponse(refusal) }
            if case .refuse(let refusal) = fault { response = SimulatedWebPushResponse(refusal) }
            if fault == .hold { state.held.append(resume(response)) }
            if fault?.delivers ?? true, let message {
                state.subscriptions[request.path]?.queue.deliver(message)
            }
            let received = ReceivedWebPush(
                connection: connection, path: request.path, fields: request.fields, body: request.body, receivedAt: now,
                result: refusal.map(ReceivedWebPush.Result.refused) ?? fault.map { .faulted($0) } ?? .accepted)
            state.log.append(received)
            state.observers.removeAll { if case .terminated = $0.yield(received) { true } else { false } }
            return ScriptedResponse(response: response, fault: fault)
        }
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
            let devices = state.subscriptions.keys.compactMap { state.subscriptions[$0]?.queue.detach() }
            defer { state.observers = [] }
            return (devices, state.observers)
        }
        for device in devices { device.finish() }
        for observer in observers { observer.finish() }
    }
}

/// A message delivered to a subscriber.
public struct DeliveredWebPush: Sendable, Hashable {
    /// The decrypted message without padding; `nil` when the subscriber's keys do not decrypt it.
    public var content: [UInt8]?
    public var urgency: String
    /// The time for which it is stored for an offline subscriber.
    public var lifetime: Duration
    public var topic: String?
    public var receivedAt: Timestamp

    fileprivate init(
        _ inspection: WebPushInspection, to subscriber: SimulatedSubscriber,
        _ configuration: WebPushSimulatorConfiguration
    ) {
        content = try? subscriber.decrypt(inspection.body)
        urgency = inspection.fields["urgency"] ?? "normal"
        lifetime = min(.seconds(Int64(inspection.fields["ttl"] ?? "") ?? 0), configuration.longestLifetime)
        topic = inspection.fields["topic"]
        receivedAt = inspection.now
    }

    /// The message as JSON; `nil` when it is not JSON.
    public var json: JSONValue? { content.flatMap { try? CanonicalJSON.decode(JSONValue.self, from: $0) } }
}

/// The stored messages of one subscription, and its connection. A message replaces a stored one with its topic (RFC 8030
/// §5.4).
struct WebPushQueue: Sendable {
    typealias Stream = AsyncStream<DeliveredWebPush>

    private var stored: [DeliveredWebPush] = []
    /// The stream of the connected subscriber. A closed stream is detected at the next message.
    private var device: Stream.Continuation?

    /// Delivers the message to a connected subscriber, or stores it.
    mutating func deliver(_ message: DeliveredWebPush) {
        if let device {
            if case .enqueued = device.yield(message) { return }
            self.device = nil
        }
        stored.removeAll { message.topic != nil && $0.topic == message.topic }
        if message.lifetime > .zero { stored.append(message) }
    }

    /// Connects the subscriber, who receives the stored messages that have not expired first, oldest first.
    ///
    /// - Returns: The replaced stream, which the caller must finish outside of its lock, because finishing runs foreign
    ///   code.
    mutating func attach(_ continuation: Stream.Continuation, now: Timestamp) -> Stream.Continuation? {
        let replaced = device
        device = continuation
        for message in stored where message.receivedAt + message.lifetime > now { continuation.yield(message) }
        stored = []
        return replaced
    }

    /// Disconnects the subscriber, if there is one.
    ///
    /// - Returns: The stream that the caller must finish.
    mutating func detach() -> Stream.Continuation? {
        defer { device = nil }
        return device
    }
}
