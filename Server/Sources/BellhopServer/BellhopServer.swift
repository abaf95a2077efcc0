public import BellhopCore
import BellhopModel
public import BellhopStore
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle

/// The HTTP API with its WebSocket, as a service.
///
/// It is stateless: all state is in the store, and all operations are use cases of `BellhopCore`.
public struct BellhopServer: Service {
    private let configuration: ServerConfiguration
    private let pipeline: RequestPipeline
    private let authenticator: Authenticator
    private let hosts: HostCheck
    private let connections: ConnectionTable
    private let sockets: OpenSockets
    private let store: Store
    private let hub: EventHub
    private let time: any TimeSource
    private let logger: Logger
    private let onListening: @Sendable (_ port: Int) async -> Void

    /// - Parameters:
    ///   - applicationServerKey: the public key with which browsers subscribe to pushes, in URL-safe Base64; `nil`
    ///     without a gateway for Web Push.
    ///   - onListening: called once with the port, when connections are accepted.
    public init(
        configuration: ServerConfiguration, store: Store, useCases: UseCases, diagnoses: DiagnosisService,
        channels: ChannelService, hub: EventHub, time: any TimeSource,
        metrics: PrometheusMetrics, logger: Logger, applicationServerKey: String? = nil,
        onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        self.hub = hub
        self.time = time
        self.logger = logger
        self.onListening = onListening
        authenticator = Authenticator(
            store: store, console: useCases.console, acceptsFileKeys: configuration.acceptsFileKeys)
        sockets = OpenSockets { [authenticator] credentials in
            do {
                return try await authenticator.authenticate(credentials, for: API.events.route).key != nil
            } catch is APIError {
                return false
            }
        }
        hosts = HostCheck(
            names: [configuration.host] + configuration.allowedHosts + (configuration.tls?.certificate.names ?? []))
        connections = ConnectionTable(.init(descriptors: configuration.descriptors), logger: logger)
        let limiter = RateLimiter<KeyID>(.init(burst: configuration.burst, perSecond: configuration.requestsPerSecond))
        let wrongKeys = RateLimiter<RemoteAddress>(
            .init(burst: configuration.burst / 15, perSecond: configuration.requestsPerSecond / 40), capacity: 4096)
        let services = Services(
            useCases: useCases,
            pairings: PairingService(
                store: store, trust: useCases.trust, time: time, acceptsFileKeys: configuration.acceptsFileKeys,
                logger: logger),
            channels: channels, diagnoses: diagnoses, probe: StoreProbe(store: store, time: time), metrics: metrics,
            queueMetrics: QueueMetrics(store: store, time: time, metrics: metrics),
            applicationServerKey: applicationServerKey)
        pipeline = RequestPipeline(
            services: services, authenticator: authenticator, idempotency: IdempotencyService(store: store),
            hosts: hosts,
            limiter: limiter, connections: connections, wrongKeys: wrongKeys, time: time, metrics: metrics)
    }

    /// - Throws: ``ListenFailure`` when it cannot listen on the address.
    public func run() async throws {
        let router = Router(context: BellhopContext.self)
        pipeline.register(APIDescription.current.operations, on: router)
        let application = Application(
            router: router,
            server: .upgradable(
                idleTimeout: .seconds(75), deadlines: configuration.deadlines, connections: connections,
                tls: configuration.tls, route: webSocket),
            configuration: .init(
                // Large enough for a burst of connections: a SYN that finds the queue full is repeated a second later.
                address: .hostname(configuration.host, port: configuration.port), serverName: "bellhop", backlog: 4096),
            onServerRunning: { channel in
                await keepOpenOnExhaustion(on: channel)
                await onListening(channel.localAddress?.port ?? configuration.port)
            },
            eventLoopGroupProvider: .singleton,
            logger: logger)
        do {
            try await withTaskCancellationHandler {
                async let _ = sockets.ping(time: time)
                try await application.run()
                // The application waits for connections with a task only.
                await sockets.waitUntilClosed()
            } onCancel: {
                sockets.close()
            }
        } catch let error as IOError {
            throw ListenFailure(host: configuration.host, port: configuration.port, error: error)
        } catch is SocketAddressError.UnknownHost {
            throw ListenFailure(unknownHost: configuration.host)
        }
    }

    /// Keeps the listener open when the system has no descriptor or memory for a connection. Without this handler NIO's
    /// error would close it.
    private func keepOpenOnExhaustion(on listener: any Channel) async {
        let errorLog = ErrorLog(every: .seconds(10))
        let backoff = AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { [connections, logger] error in
            if let count = errorLog.count(1) {
                logger.error("Connections cannot be accepted", metadata: ["count": "\(count)", "error": "\(error)"])
            }
            connections.closeOldest()
            return .milliseconds(100)
        }
        do {
            try await listener.pipeline.addHandler(backoff, position: .first)
        } catch {
            logger.error(
                "The listener is not protected against running out of file descriptors",
                metadata: ["error": "\(error)"])
        }
    }

    private var webSocket: WebSocketRoute {
        { head, channel in
            let credentials = Credentials(of: head)
            guard head.uri.prefix(while: { $0 != "?" }) == API.events.path,
                hosts.allows(head.headers.first(name: "host")),
                let key = try? await authenticator.authenticate(credentials, for: API.events.route).key
            else { return nil }
            connections.trust(channel)
            if let device = key.deviceID { pipeline.services.presence.recordActivity(of: device) }
            let queue = EventQueue(of: channel)
            // Subscribed before the badge is read, so that no later event is missed.
            let unsubscribe = hub.subscribe(key.userID, queue.add)
            channel.closeFuture.whenComplete { _ in unsubscribe() }
            guard let badge = try? await store.badge(of: key.userID, at: time.now) else {
                channel.close(promise: nil)
                return nil
            }
            sockets.add(channel, credentials)
            return { EventSocket(badge: badge, queue: queue) }
        }
    }
}

/// The server could not listen; the description is one sentence with a remedy.
public struct ListenFailure: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(host: String, port: Int, error: IOError) {
        description =
            switch error.errnoCode {
            case EADDRINUSE: "Port \(port) on \(host) is taken: stop the other program or choose another with --port."
            case EACCES: "Port \(port) needs more rights than this process has: choose one above 1023 with --port."
            case EADDRNOTAVAIL: "\(host) is not an address of this machine: choose another with --host."
            default: "Cannot listen on \(host):\(port): \(error)."
            }
    }

    init(unknownHost host: String) {
        description = "\(host) is not an IP address, and does not resolve to one: choose another with --host."
    }
}
