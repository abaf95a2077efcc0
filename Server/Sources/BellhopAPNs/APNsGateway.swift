import BellhopHTTP2
public import BellhopModel
public import BellhopPush
public import Logging
public import Metrics
import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
import NIOSSL
public import ServiceLifecycle

/// Sends pushes to Apple devices through APNs, over HTTP/2 with provider tokens.
///
/// ```swift
/// let credential = try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: p8)
/// let gateway = try APNsGateway(credentials: [credential], logger: logger)
/// let outcome = try await gateway.send(push)
/// ```
///
/// It also manages broadcast channels and publishes to them, with the same keys: see ``createChannel(of:in:storage:)``.
/// ``replaceCredentials(with:)`` exchanges the keys of a running gateway.
///
/// Connections are opened on demand and kept. Run the gateway in a `ServiceGroup`, or call ``shutDown()`` at the end:
/// requests in flight then get their responses, and the others are deferred.
public final class APNsGateway: Gateway, Service {
    /// A class, because each push looks for its route.
    private final class Route: Sendable {
        let credential: APNsCredential
        let sandbox: ServicePools
        let production: ServicePools

        init(credential: APNsCredential, sandbox: ServicePools, production: ServicePools) {
            self.credential = credential
            self.sandbox = sandbox
            self.production = production
        }
    }

    private struct State {
        /// In order of precedence: topic-specific keys before team-scoped ones.
        var routes: [Route]
        var isShutDown = false
    }

    private let state: NIOLockedValueBox<State>
    private let makeRoute: @Sendable (APNsCredential) -> Route

    /// - Parameters:
    ///   - credentials: One for each key. A push uses the first that covers its app and environment.
    ///   - eventLoopGroup: Each key and environment uses one event loop of it. Must outlive the gateway.
    ///   - clock: The wall clock, for provider tokens and for `Retry-After`; `nil` for the system's.
    ///   - metrics: `nil` for the factory that `MetricsSystem` was bootstrapped with.
    /// - Throws: ``APNsConfigurationError``, or `NIOSSLError` when TLS cannot be set up.
    public convenience init(
        credentials: [APNsCredential], configuration: APNsConfiguration = APNsConfiguration(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)? = nil, logger: Logger, metrics: (any MetricsFactory)? = nil
    ) throws {
        try self.init(
            credentials: credentials, configuration: configuration, eventLoopGroup: eventLoopGroup, clock: clock,
            logger: logger, metrics: metrics, backoff: ReconnectBackoff())
    }

    /// - Parameter backoff: The delay between attempts to connect.
    package init(
        credentials: [APNsCredential], configuration: APNsConfiguration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)?, logger: Logger, metrics: (any MetricsFactory)?, backoff: ReconnectBackoff
    ) throws {
        let credentials = try Self.ordered(credentials)
        let tls = try Self.tls(trusting: configuration.trustRoots)
        let metrics = metrics ?? MetricsSystem.factory
        let makeRoute = { @Sendable (credential: APNsCredential) -> Route in
            let tokens = ProviderTokens(credential: credential, lifetime: configuration.tokenLifetime)
            func pools(_ environment: PushEnvironment) -> ServicePools {
                var logger = logger
                logger[metadataKey: "environment"] = "\(environment.rawValue)"
                logger[metadataKey: "key"] = "\(credential.keyID)"
                return ServicePools { service in
                    let endpoint = configuration.endpoint(of: service, in: environment)
                    let settings = PoolDriver.Settings(
                        endpoint: HTTP2Endpoint(host: endpoint.host, port: endpoint.port), tls: tls, tokens: tokens,
                        limits: PoolStateMachine.Limits(configuration), backoff: backoff,
                        clock: clock ?? Timestamp.systemClock,
                        metrics: PushMetrics(
                            factory: metrics,
                            dimensions: [
                                ("gateway", service.gateway), ("environment", environment.rawValue),
                                ("key", credential.keyID),
                            ], isKnown: APNsErrors.isKnown),
                        logger: logger)
                    return ConnectionPool(settings, on: eventLoopGroup.next())
                }
            }
            return Route(credential: credential, sandbox: pools(.sandbox), production: pools(.production))
        }
        self.makeRoute = makeRoute
        state = NIOLockedValueBox(State(routes: credentials.map(makeRoute)))
    }

    /// TLS 1.2 or newer (Apple, Establishing a connection to APNs).
    ///
    /// - Throws: ``APNsConfigurationError/unreadableTrustRoots``, or `NIOSSLError` when TLS cannot be set up at all.
    private static func tls(trusting roots: GatewayTrustRoots) throws -> NIOSSLContext {
        do { return try HTTP2TLS.context(trusting: roots) } catch is UnreadableTrustRoots {
            throw APNsConfigurationError.unreadableTrustRoots
        }
    }

    /// - Throws: ``APNsConfigurationError/repeatedKey(teamID:keyID:)``.
    private static func ordered(_ credentials: [APNsCredential]) throws(APNsConfigurationError) -> [APNsCredential] {
        var known: Set<String> = []
        for credential in credentials where !known.insert(credential.teamID + credential.keyID).inserted {
            throw .repeatedKey(teamID: credential.teamID, keyID: credential.keyID)
        }
        return credentials.filter { $0.apps != nil } + credentials.filter { $0.apps == nil }
    }

    /// Replaces the credentials. A key that stays keeps its connections and its provider token.
    ///
    /// Pushes in flight with a removed key get their responses; pushes that wait for a connection of it are deferred with
    /// ``BellhopPush/Reason/shuttingDown``. Returns when the connections of removed keys are closed, after one request
    /// deadline at most. Has no effect after ``shutDown()``.
    ///
    /// - Throws: ``APNsConfigurationError/repeatedKey(teamID:keyID:)``; the credentials are then unchanged.
    public func replaceCredentials(with credentials: [APNsCredential]) async throws(APNsConfigurationError) {
        let credentials = try Self.ordered(credentials)
        let removed = state.withLockedValue { state -> [Route] in
            guard !state.isShutDown else { return [] }
            var old = state.routes
            state.routes = credentials.map { credential in
                guard let index = old.firstIndex(where: { $0.credential.hasSameKey(as: credential) }) else {
                    return makeRoute(credential)
                }
                let kept = old.remove(at: index)
                return Route(credential: credential, sandbox: kept.sandbox, production: kept.production)
            }
            return old
        }
        await Self.stop(removed)
    }

    public func send(_ push: Push) async throws -> Outcome {
        guard let pool = pools(for: push.app, in: push.environment)?.pushes else {
            return .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))
        }
        if let rejection = push.localRejection {
            pool.countRejection(rejection)
            return .rejected(rejection)
        }
        return try await pool.send(PendingRequest(APNsRequest(push)))
    }

    public func send(_ batch: [Push]) async -> [Result<Outcome, any Error>] {
        guard let first = batch.first.map(Address.init) else { return [] }
        if batch.allSatisfy({ first.covers($0) }), let pool = pools(for: first.app, in: first.environment)?.pushes {
            return await pool.send(batch)
        }
        var results = [Result<Outcome, any Error>](
            repeating: .success(.rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))),
            count: batch.count)
        var parts: [ObjectIdentifier: (pool: ConnectionPool, indices: [Int])] = [:]
        for (address, indices) in Dictionary(grouping: batch.indices, by: { Address(batch[$0]) }) {
            guard let pool = pools(for: address.app, in: address.environment)?.pushes else { continue }
            parts[ObjectIdentifier(pool), default: (pool, [])].indices += indices
        }
        await withTaskGroup(of: (indices: [Int], results: [Result<Outcome, any Error>]).self) { group in
            for (pool, indices) in parts.values {
                group.addTask { (indices, await pool.send(indices.map { batch[$0] })) }
            }
            for await part in group {
                for (index, result) in zip(part.indices, part.results) { results[index] = result }
            }
        }
        return results
    }

    /// The values by which a push's pool is chosen.
    private struct Address: Hashable {
        let app: String
        let environment: PushEnvironment

        init(_ push: Push) { (app, environment) = (push.app, push.environment) }

        func covers(_ push: Push) -> Bool { environment == push.environment && app == push.app }
    }

    /// The pools of the first key that covers `app` and `environment`; `nil` when none does.
    func pools(for app: String, in environment: PushEnvironment) -> ServicePools? {
        state.withLockedValue { state in
            for route in state.routes where route.credential.covers(environment, app: app) {
                return environment == .sandbox ? route.sandbox : route.production
            }
            return nil
        }
    }

    /// Waits until the service group shuts down, then calls ``shutDown()``.
    public func run() async throws {
        // Cancellation ends the wait as well; shutDown() then finds the task cancelled, and does not wait for
        // responses.
        try? await gracefulShutdown()
        await shutDown()
    }

    /// Accepts no more pushes, waits for the responses to pushes in flight, and closes every connection. That takes at
    /// most one request deadline. When the calling task is cancelled, connections are closed immediately.
    ///
    /// Every later push is deferred with ``BellhopPush/Reason/shuttingDown``.
    public func shutDown() async {
        await Self.stop(
            state.withLockedValue { state in
                state.isShutDown = true
                return state.routes
            })
    }

    private static func stop(_ routes: [Route]) async {
        let pools = routes.flatMap { $0.sandbox.all + $0.production.all }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for pool in pools { group.addTask { await pool.stop(gracefully: true) } }
            }
        } onCancel: {
            for pool in pools { pool.stopImmediately() }
        }
    }
}

extension APNsGateway: BroadcastGateway {
    public func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID> {
        try await manage(app, environment) { id in
            try .createChannel(of: app, storage: storage, id: id)
        } reading: { response in
            response.channelID.flatMap(ChannelID.init)
        }
    }

    public func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage> {
        try await manage(app, environment) { id in
            .readChannel(channel, of: app, id: id)
        } reading: { response in
            response.decode(ChannelBody.self).flatMap { ChannelStorage(policy: $0.policy) }
        }
    }

    public func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]> {
        try await manage(app, environment) { id in
            .listChannels(of: app, id: id)
        } reading: { response in
            response.decode(ChannelListBody.self)?.channels
        }
    }

    public func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void> {
        try await manage(app, environment) { id in
            .deleteChannel(channel, of: app, id: id)
        } reading: { _ in
            ()
        }
    }

    public func publish(_ broadcast: BroadcastPush) async throws -> ChannelResponse<AcceptedPush> {
        guard let pool = pools(for: broadcast.app, in: broadcast.environment)?.broadcasts else { return .noCredential }
        if let rejection = broadcast.localRejection {
            pool.countRejection(rejection)
            return .rejected(rejection)
        }
        return ChannelResponse(try await pool.send(PendingRequest(APNsRequest(broadcast)))) { $0 }
    }

    /// - Parameters:
    ///   - request: Makes the request with the given id, which APNs echoes.
    ///   - value: Extracts the result from a successful response; `nil` when it is missing.
    private func manage<Value: Sendable>(
        _ app: String, _ environment: PushEnvironment, _ request: (String) throws -> APNsRequest,
        reading value: (APNsResponse) -> Value?
    ) async throws -> ChannelResponse<Value> {
        guard let pool = pools(for: app, in: environment)?.channels else { return .noCredential }
        guard app.isAppIdentifier else {
            let rejection = Rejection(reason: .topicDisallowed, cause: .pushInvalid)
            pool.countRejection(rejection)
            return .rejected(rejection)
        }
        let pending = PendingRequest(try request(BroadcastID.make(at: Timestamp.systemClock()).description))
        return try ChannelResponse(try await pool.send(pending)) { _ in
            guard let response = pending.response, let value = value(response) else {
                throw UnknownResponse(
                    status: pending.response?.status ?? 0, body: "a success without the requested value")
            }
            return value
        }
    }
}

extension ChannelResponse {
    fileprivate static var noCredential: Self {
        .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))
    }

    /// - Parameter value: Makes the result of an accepted request.
    fileprivate init(_ outcome: Outcome, value: (AcceptedPush) throws -> Value) rethrows {
        self =
            switch outcome {
            case .accepted(let acceptance): .done(try value(acceptance))
            case .rejected(let rejection) where APNsErrors.unknownChannel.contains(rejection.reason):
                .unknownChannel(rejection.reason)
            case .rejected(let rejection): .rejected(rejection)
            case .deferred(let deferral): .deferred(deferral)
            }
    }
}

extension APNsResponse {
    fileprivate func decode<Body: Decodable>(_ type: Body.Type) -> Body? {
        body.flatMap { try? CanonicalJSON.decode(type, from: $0.readableBytesView) }
    }
}
