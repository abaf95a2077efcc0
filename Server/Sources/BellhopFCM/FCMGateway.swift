import BellhopFoundation
import BellhopHTTP2
public import BellhopModel
public import BellhopPush
public import Logging
public import Metrics
import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// Sends pushes to Android devices through Firebase Cloud Messaging (HTTP v1), with one service account per
/// Firebase project.
///
/// ```swift
/// let account = try ServiceAccount(json: Secret(file))
/// let gateway = try FCMGateway(accounts: [account], logger: logger)
/// let outcome = try await gateway.send(push)
/// ```
///
/// A push's payload is the JSON of an `AndroidConfig` with `data`, `notification` or both, and nothing else
/// (``BellhopModel/AndroidMessage``). The app selects the project; the environment is ignored.
/// ``replaceAccounts(with:)`` exchanges the accounts of a running gateway.
///
/// Run the gateway in a `ServiceGroup`, or call ``shutDown()`` at the end, before it is deallocated.
public final class FCMGateway: Gateway, Service {
    private struct Route: Sendable {
        let account: ServiceAccount
        let url: String
        let tokens: AccessTokens
        let metrics: PushMetrics
    }

    private let configuration: FCMConfiguration
    private let transport: GatewayHTTPClient
    private let clock: @Sendable () -> Timestamp
    /// In order of precedence: accounts with named apps before the others.
    private let routes: NIOLockedValueBox<[Route]>
    private let makeRoute: @Sendable (ServiceAccount) -> Route
    private let sends = SendsInFlight()

    /// - Parameters:
    ///   - accounts: One for each project. A push uses the first that names its app, else the first without named apps.
    ///   - eventLoopGroup: Must outlive the gateway.
    ///   - clock: The wall clock, for access tokens and lifetimes; `nil` for the system's.
    ///   - metrics: `nil` for the factory that `MetricsSystem` was bootstrapped with.
    /// - Throws: ``FCMConfigurationError``.
    public init(
        accounts: [ServiceAccount], configuration: FCMConfiguration = FCMConfiguration(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)? = nil, logger: Logger, metrics: (any MetricsFactory)? = nil
    ) throws(FCMConfigurationError) {
        guard let parts = URLComponents(string: configuration.endpoint), parts.scheme == "https",
            parts.host?.isEmpty == false, parts.path.isEmpty, parts.query == nil, parts.user == nil
        else { throw .endpointMalformed }
        let accounts = try Self.ordered(accounts)
        self.configuration = configuration
        let clock = clock ?? Timestamp.systemClock
        self.clock = clock
        let metrics = metrics ?? MetricsSystem.factory
        guard let tls = try? HTTP2TLS.context(trusting: configuration.trustRoots, offersHTTP1: true) else {
            throw .unreadableTrustRoots
        }
        let transport = GatewayHTTPClient(
            tls: tls, connectDeadline: configuration.connectDeadline, eventLoopGroup: eventLoopGroup)
        self.transport = transport
        let makeRoute = { @Sendable (account: ServiceAccount) -> Route in
            let endpoint = TokenEndpoint(
                account: account, transport: transport, deadline: configuration.tokenDeadline, clock: clock,
                logger: logger)
            return Route(
                account: account, url: "\(configuration.endpoint)/v1/projects/\(account.projectID)/messages:send",
                tokens: AccessTokens(clock: clock) { try await endpoint.fetch() },
                metrics: PushMetrics(
                    factory: metrics, dimensions: [("gateway", "fcm"), ("project", account.projectID)],
                    isKnown: FCMErrors.isKnown))
        }
        self.makeRoute = makeRoute
        routes = NIOLockedValueBox(accounts.map(makeRoute))
    }

    /// - Throws: ``FCMConfigurationError/repeatedProject(_:)``.
    private static func ordered(_ accounts: [ServiceAccount]) throws(FCMConfigurationError) -> [ServiceAccount] {
        var known: Set<String> = []
        for account in accounts where !known.insert(account.projectID).inserted {
            throw .repeatedProject(account.projectID)
        }
        return accounts.filter { $0.apps != nil } + accounts.filter { $0.apps == nil }
    }

    /// Replaces the service accounts. An account that stays keeps its access token; pushes in flight end with the account
    /// they began with.
    ///
    /// - Throws: ``FCMConfigurationError/repeatedProject(_:)``; the accounts are then unchanged.
    public func replaceAccounts(with accounts: [ServiceAccount]) throws(FCMConfigurationError) {
        let accounts = try Self.ordered(accounts)
        routes.withLockedValue { routes in
            let old = routes
            routes = accounts.map { account in
                guard let kept = old.first(where: { $0.account.hasSameKey(as: account) }) else {
                    return makeRoute(account)
                }
                return Route(account: account, url: kept.url, tokens: kept.tokens, metrics: kept.metrics)
            }
        }
    }

    public func send(_ push: Push) async throws -> Outcome {
        guard sends.begin() else { return .deferred(Deferral(reason: .shuttingDown)) }
        defer { sends.end() }
        let routes = routes.withLockedValue { $0 }
        guard let route = routes.first(where: { $0.account.apps?.contains(push.app) ?? true }) else {
            return .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))
        }
        route.metrics.began()
        let start = ContinuousClock.now
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await attempt(push, through: route, until: start + configuration.requestDeadline))
        } catch {
            result = .failure(error)
        }
        let duration = (ContinuousClock.now - start).components
        route.metrics.ended(
            result, afterNanoseconds: duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000)
        return try result.get()
    }

    private func attempt(
        _ push: Push, through route: Route, until deadline: ContinuousClock.Instant
    ) async throws -> Outcome {
        if let rejection = push.localRejection { return .rejected(rejection) }
        let access: AccessToken
        switch try await route.tokens.token(until: deadline) {
        case .token(let token): access = token
        case .none(let outcome): return outcome
        }
        let message = try FCMMessage(push, now: clock())
        let response: GatewayHTTPResponse
        do {
            response = try await transport.post(
                route.url, headers: [("authorization", access.authorization), ("content-type", "application/json")],
                body: message.body, within: deadline - ContinuousClock.now)
        } catch let error as TransportError {
            return .deferred(Deferral(reason: error.reason))
        }
        let now = clock()
        let classified = FCMResult(response, now: now, token: push.token, tokenAge: now - access.issuedAt)
        if classified.isTokenRefused { route.tokens.discard(access) }
        return try classified.outcome.get()
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
        guard sends.close() else { return }
        await sends.finish()
        await transport.shutDown()
    }
}
