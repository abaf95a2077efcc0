public import BellhopModel
public import BellhopPush
public import Logging
public import Metrics
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// Sends pushes to Apple devices through APNs, over HTTP/2 with provider tokens.
///
/// ```swift
/// let credential = try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: p8)
/// let gateway = try APNsGateway(credentials: [credential], logger: logger)
/// let outcome = try await gateway.send(push)
/// ```
///
/// It also keeps broadcast channels and publishes to them, with the same keys: see ``createChannel(of:in:storage:)``.
///
/// Connections are opened when there is something to send, and kept. Run the gateway in a `ServiceGroup`, or call
/// ``shutDown()`` at the end: what was sent is then answered, and the rest is deferred.
public final class APNsGateway: Gateway, Service {
    private struct Route: Sendable {
        let credential: APNsCredential
        let sandbox: Pools
        let production: Pools
    }

    /// In the order in which they are asked: keys for certain apps before a team's.
    private let routes: [Route]

    /// - Parameters:
    ///   - credentials: One for each key. A push takes the first that covers its app and environment.
    ///   - eventLoopGroup: Each key and environment lives on one loop of it. Must outlive the gateway.
    ///   - clock: The wall clock, for provider tokens and for "not before"; `nil` for the system's.
    ///   - metrics: `nil` for the one that `MetricsSystem` was set up with.
    /// - Throws: ``APNsConfigurationError``, or `NIOSSLError` when TLS cannot be set up.
    public convenience init(
        credentials: [APNsCredential], configuration: APNsConfiguration = APNsConfiguration(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)? = nil, logger: Logger, metrics: (any MetricsFactory)? = nil
    ) throws {
        try self.init(
            credentials: credentials, configuration: configuration, eventLoopGroup: eventLoopGroup, clock: clock,
            logger: logger, metrics: metrics, backoff: Backoff())
    }

    /// - Parameter backoff: How long a server is left alone that could not be reached.
    init(
        credentials: [APNsCredential], configuration: APNsConfiguration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)?, logger: Logger, metrics: (any MetricsFactory)?, backoff: Backoff
    ) throws {
        var known: Set<String> = []
        for credential in credentials where !known.insert(credential.teamID + credential.keyID).inserted {
            throw APNsConfigurationError.repeatedKey(teamID: credential.teamID, keyID: credential.keyID)
        }
        let transport = try HTTP2Transport(
            trustRoots: configuration.trustRoots, connectDeadline: TimeAmount(configuration.connectDeadline))
        let metrics = metrics ?? MetricsSystem.factory
        let ordered = credentials.filter { $0.apps != nil } + credentials.filter { $0.apps == nil }
        routes = ordered.map { credential in
            let tokens = ProviderTokens(credential: credential, lifetime: configuration.tokenLifetime)
            func pools(_ environment: PushEnvironment) -> Pools {
                var logger = logger
                logger[metadataKey: "environment"] = "\(environment.rawValue)"
                logger[metadataKey: "key"] = "\(credential.keyID)"
                return Pools { service in
                    let settings = PoolLoop.Settings(
                        endpoint: configuration.endpoint(of: service, in: environment), transport: transport,
                        tokens: tokens, limits: PoolMachine.Limits(configuration), backoff: backoff,
                        clock: clock ?? systemClock,
                        metrics: PushMetrics(
                            factory: metrics, service: service, environment: environment, keyID: credential.keyID),
                        logger: logger)
                    return Pool(settings, on: eventLoopGroup.next())
                }
            }
            return Route(credential: credential, sandbox: pools(.sandbox), production: pools(.production))
        }
    }

    public func send(_ push: Push) async throws -> Outcome {
        guard let pools = pools(for: push.app, in: push.environment) else {
            return .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))
        }
        return try await pools.pushes.send(push)
    }

    /// Those of the first key that covers both; `nil` when none does.
    func pools(for app: String, in environment: PushEnvironment) -> Pools? {
        guard let route = routes.first(where: { $0.credential.covers(environment, app: app) }) else { return nil }
        return switch environment {
        case .sandbox: route.sandbox
        case .production: route.production
        }
    }

    /// Waits until the service group shuts down, then does ``shutDown()``.
    public func run() async throws {
        // Cancellation is the other way to end: then shutDown() finds the task cancelled, and waits for no answers.
        try? await gracefulShutdown()
        await shutDown()
    }

    /// Takes no more pushes, lets those that were sent have their answers, and closes every connection. That takes as
    /// long as one request may, at most. When the calling task is cancelled, connections are closed at once.
    ///
    /// Every push after this is deferred with ``BellhopPush/Reason/shuttingDown``.
    public func shutDown() async {
        let pools = routes.flatMap { $0.sandbox.all + $0.production.all }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for pool in pools { group.addTask { await pool.stop(gracefully: true) } }
            }
        } onCancel: {
            for pool in pools { pool.stopNow() }
        }
    }
}
