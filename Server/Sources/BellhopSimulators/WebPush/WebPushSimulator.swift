public import BellhopModel
import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// A simulated push service of browsers (RFC 8030), over HTTP/2 and TLS: it issues subscriptions, checks every field of a
/// request, and delivers decrypted messages.
///
/// ```swift
/// let service = try WebPushSimulator(clock: clock)
/// try await service.start()
/// let browser = try service.subscribe(applicationServerKey: key.publicKey)
/// let token = browser.subscription.token
/// for await message in service.attach(browser) { … }
/// ```
///
/// Not simulated: delivery receipts (RFC 8030 §5.1), subscription sets and the browser's decisions.
public final class WebPushSimulator: Service {
    public let configuration: WebPushSimulatorConfiguration
    /// The certificates that clients must trust.
    public let certificates: SimulatorCertificates

    let backend: WebPushBackend
    let listener: Listener

    /// - Parameters:
    ///   - certificates: `nil` creates new ones, with the configuration's public name.
    ///   - group: The event loops to run on.
    ///   - clock: The simulator's clock, for token ages and lifetimes.
    /// - Throws: An error of X.509 or BoringSSL about the certificates.
    public init(
        _ configuration: WebPushSimulatorConfiguration = .init(), certificates: SimulatorCertificates? = nil,
        group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        self.configuration = configuration
        self.certificates =
            try certificates ?? SimulatorCertificates(names: configuration.publicName.map { [$0] } ?? [])
        let backend = WebPushBackend(configuration: configuration, clock: clock)
        self.backend = backend
        listener = try Listener(
            host: configuration.host, port: configuration.port, certificates: self.certificates, group: group
        ) { channel in
            let localPort = channel.localAddress?.port ?? configuration.port
            let origin = Self.origin(configuration, port: localPort)
            let connection = backend.connectionOpened()
            try SimulatorStream.assemble(on: channel, streams: configuration.streams) { head, body, resume in
                let scripted = backend.receive(
                    WebPushRequest(head, body: body), origin: origin, connection: connection
                ) { response in resume { response.onStream } }
                return switch scripted.fault {
                case nil, .refuse: .respond(scripted.response.onStream)
                case .hold, .stall: .nothing
                case .cutConnection: .cutConnection
                }
            }
        }
    }

    /// The current or last port; `nil` before the first start.
    public var port: Int? { listener.port }

    /// The origin of the endpoints.
    public var origin: String { Self.origin(configuration, port: port ?? configuration.port) }

    private static func origin(_ configuration: WebPushSimulatorConfiguration, port: Int) -> String {
        "https://\(configuration.publicName ?? configuration.host)\(port == 443 ? "" : ":\(port)")"
    }

    /// Opens the port. Does nothing when it is open.
    ///
    /// - Throws: ``SimulatorListenError`` when the address cannot be bound.
    public func start() async throws { try await listener.open() }

    /// Closes the port, cuts every connection, and ends the streams of ``attach(_:)`` and ``requests()``.
    public func stop() async {
        await listener.shutDown()
        backend.finish()
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// - Throws: The errors of ``start()``.
    public func run() async throws {
        try await start()
        // Cancellation stops the service as well.
        try? await gracefulShutdown()
        await stop()
    }
}

extension WebPushSimulator {
    /// Issues a subscription, as `pushManager.subscribe()` does. Call ``start()`` first, which determines the port.
    ///
    /// - Parameters:
    ///   - applicationServerKey: The VAPID key that the subscription is bound to: 65 bytes, uncompressed point.
    ///   - origin: The origin of the page.
    /// - Throws: `WebPushSubscriptionError` for an invalid origin.
    public func subscribe(applicationServerKey: [UInt8], origin: String? = nil) throws -> SimulatedSubscriber {
        let subscriber = try SimulatedSubscriber(
            endpoint: self.origin, path: "/push/\(Hex.random(bytes: 16))", applicationServerKey: applicationServerKey,
            origin: origin)
        backend.state.withLockedValue { $0.subscriptions[subscriber.path] = .init(subscriber: subscriber) }
        return subscriber
    }

    /// Ends a subscription: its requests get `refusal`, 410 or 404.
    public func unsubscribe(_ subscriber: SimulatedSubscriber, with refusal: WebPushRefusal = .gone) {
        backend.state.withLockedValue { $0.subscriptions[subscriber.path]?.ending = refusal }
    }

    /// Connects a subscriber: the stream yields the stored messages, oldest first, then every new one.
    ///
    /// The subscriber disconnects when the stream is no longer read. A second stream ends the first.
    public func attach(_ subscriber: SimulatedSubscriber) -> AsyncStream<DeliveredWebPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredWebPush.self)
        let replaced = backend.state.withLockedValue { state in
            state.subscriptions[subscriber.path]?.queue.attach(continuation, now: backend.clock())
        }
        replaced?.finish()
        return stream
    }

    /// A stream of all future requests with their results. It buffers without limit.
    public func requests() -> AsyncStream<ReceivedWebPush> {
        let (stream, continuation) = AsyncStream.makeStream(of: ReceivedWebPush.self)
        backend.state.withLockedValue { $0.observers.append(continuation) }
        return stream
    }

    /// All received requests, in order.
    public var received: [ReceivedWebPush] { backend.state.withLockedValue { $0.log } }

    /// Queues `fault` for the next valid requests. Invalid requests are refused and do not consume a fault.
    ///
    /// - Parameters:
    ///   - times: The number of requests to which it applies.
    ///   - subscriber: Limits the fault to this subscriber; `nil` for any. Faults for a subscriber take precedence.
    public func script(_ fault: WebPushFault, times: Int = 1, for subscriber: SimulatedSubscriber? = nil) {
        backend.state.withLockedValue { $0.script.add(fault, times: times, token: subscriber?.path) }
    }

    /// Sends the responses that ``WebPushFault/hold`` delays.
    public func release() { backend.release() }

    /// Closes the port: the system refuses new connections, open ones remain. ``start()`` opens it again.
    public func refuseConnections() async { await listener.close() }

    /// Cuts every open connection without GOAWAY and TLS close_notify. New ones are accepted.
    public func cutConnections() async { await listener.cutConnections() }
}
