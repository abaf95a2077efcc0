public import BellhopModel
public import BellhopPush
import Foundation
public import Logging
public import Metrics
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// Sends pushes to Android devices through Firebase Cloud Messaging (HTTP v1), with a service account.
///
/// ```swift
/// let account = try ServiceAccount(json: Secret(file))
/// let gateway = try FCMGateway(account: account, logger: logger)
/// let outcome = try await gateway.send(push)
/// ```
///
/// A push's payload is the JSON of an `AndroidConfig` with `data`, `notification` or both, and nothing else
/// (``BellhopModel/AndroidMessage``). Its environment and app are not looked at: a token says by itself where it belongs.
///
/// Run the gateway in a `ServiceGroup`, or call ``shutDown()`` at the end; it must not be let go before.
public final class FCMGateway: Gateway, Service {
    private let url: String
    private let configuration: FCMConfiguration
    private let transport: HTTPTransport
    private let tokens: AccessTokens
    private let clock: @Sendable () -> Timestamp
    private let metrics: PushMetrics
    private let sends = RunningSends()

    /// - Parameters:
    ///   - eventLoopGroup: Must outlive the gateway.
    ///   - clock: The wall clock, for tokens and lifetimes; `nil` for the system's.
    ///   - metrics: `nil` for the one that `MetricsSystem` was set up with.
    /// - Throws: ``FCMConfigurationError``.
    public init(
        account: ServiceAccount, configuration: FCMConfiguration = FCMConfiguration(),
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)? = nil, logger: Logger, metrics: (any MetricsFactory)? = nil
    ) throws(FCMConfigurationError) {
        guard let parts = URLComponents(string: configuration.endpoint), parts.scheme == "https",
            parts.host?.isEmpty == false, parts.path.isEmpty, parts.query == nil, parts.user == nil
        else { throw .endpointMalformed }
        url = "\(configuration.endpoint)/v1/projects/\(account.projectID)/messages:send"
        self.configuration = configuration
        let clock = clock ?? systemClock
        self.clock = clock
        self.metrics = PushMetrics(factory: metrics ?? MetricsSystem.factory, project: account.projectID)
        // Last, because a client that was made has to be shut down.
        let transport = try HTTPTransport(
            roots: configuration.trustRoots, connectDeadline: configuration.connectDeadline,
            eventLoopGroup: eventLoopGroup)
        self.transport = transport
        let endpoint = TokenEndpoint(
            account: account, transport: transport, deadline: configuration.tokenDeadline, clock: clock, logger: logger)
        tokens = AccessTokens(clock: clock) { try await endpoint.fetch() }
    }

    public func send(_ push: Push) async throws -> Outcome {
        guard sends.begin() else { return .deferred(Deferral(reason: .shuttingDown)) }
        defer { sends.end() }
        metrics.began()
        let start = ContinuousClock.now
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await attempt(push, until: start + configuration.requestDeadline))
        } catch {
            result = .failure(error)
        }
        metrics.ended(result, after: ContinuousClock.now - start)
        return try result.get()
    }

    private func attempt(_ push: Push, until deadline: ContinuousClock.Instant) async throws -> Outcome {
        if let fault = push.fault { return .rejected(fault) }
        let access: AccessToken
        switch try await tokens.token(until: deadline) {
        case .token(let token): access = token
        case .none(let outcome): return outcome
        }
        let message = try FCMMessage(push, now: clock())
        let response: FCMResponse
        do {
            response = try await transport.post(
                url, headers: [("authorization", access.authorization), ("content-type", "application/json")],
                body: message.body, within: deadline - ContinuousClock.now)
        } catch let fault as TransportFault {
            return .deferred(Deferral(reason: fault.reason))
        }
        let now = clock()
        let verdict = Verdict(response, now: now, token: push.token, tokenAge: now - access.issuedAt)
        if verdict.isTokenRefused { tokens.discard(access) }
        return try verdict.outcome.get()
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
        guard sends.close() else { return }
        await sends.finish()
        await transport.shutDown()
    }
}
