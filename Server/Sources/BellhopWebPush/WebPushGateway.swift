import BellhopHTTP2
public import BellhopModel
public import BellhopPush
public import Metrics
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// Sends pushes to browsers through their push services (RFC 8030), and to UnifiedPush apps, encrypted for the
/// subscriber (RFC 8291) and signed with one VAPID key (RFC 8292).
///
/// ```swift
/// let contact = VAPIDContact("mailto:push@example.com")!
/// let gateway = try WebPushGateway(key: VAPIDKey(), configuration: .init(contact: contact))
/// let outcome = try await gateway.send(push)
/// ```
///
/// A push's token is a subscription (``BellhopModel/WebPushSubscription/token``), and its payload a message of at most
/// 3993 bytes, such as a ``BellhopModel/WebMessage``, whose link is completed with the subscription's origin. The app and
/// the environment are ignored.
///
/// Endpoints are chosen by clients. The gateway connects only to public addresses, follows no redirects, and takes no
/// response of an unknown service as a statement about its key.
///
/// Run the gateway in a `ServiceGroup`, or call ``shutDown()`` at the end, before it is deallocated.
public final class WebPushGateway: Gateway, Service {
    private let key: VAPIDKey
    private let configuration: WebPushConfiguration
    private let addresses: EndpointAddresses
    private let client: GatewayHTTPClient
    private let threads: NIOThreadPool
    private let tokens: VAPIDTokens
    private let clock: @Sendable () -> Timestamp
    private let metrics: PushMetrics
    private let sends = SendsInFlight()

    /// The maximum number of addresses of a host that one push tries.
    private static let mostAddresses = 3

    /// - Parameters:
    ///   - eventLoopGroup: Must outlive the gateway.
    ///   - clock: The wall clock, for tokens and lifetimes; `nil` for the system's.
    ///   - metrics: `nil` for the factory that `MetricsSystem` was bootstrapped with.
    /// - Throws: ``WebPushConfigurationError``
    public convenience init(
        key: VAPIDKey, configuration: WebPushConfiguration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)? = nil, metrics: (any MetricsFactory)? = nil
    ) throws(WebPushConfigurationError) {
        try self.init(
            key: key, configuration: configuration, eventLoopGroup: eventLoopGroup, clock: clock, metrics: metrics,
            resolve: nil)
    }

    /// - Parameter resolve: Replaces the system's resolver.
    init(
        key: VAPIDKey, configuration: WebPushConfiguration,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        clock: (@Sendable () -> Timestamp)?, metrics: (any MetricsFactory)?,
        resolve: (@Sendable (String) async throws -> [NetworkAddress])?
    ) throws(WebPushConfigurationError) {
        guard let tls = try? HTTP2TLS.context(trusting: configuration.trustRoots, offersHTTP1: true) else {
            throw .unreadableTrustRoots
        }
        self.key = key
        self.configuration = configuration
        self.clock = clock ?? Timestamp.systemClock
        tokens = VAPIDTokens(key: key, contact: configuration.contact)
        let threads = NIOThreadPool(numberOfThreads: 8)
        threads.start()
        self.threads = threads
        addresses = EndpointAddresses(
            resolve: resolve ?? { try await HostResolver(threads: threads).addresses(of: $0) },
            permits: { host, address in address.isPublic || configuration.privateHosts.contains(host) })
        client = GatewayHTTPClient(
            tls: tls, connectDeadline: configuration.connectDeadline, eventLoopGroup: eventLoopGroup)
        self.metrics = PushMetrics(
            factory: metrics ?? MetricsSystem.factory, dimensions: [("gateway", "webpush")],
            isKnown: WebPushErrors.isKnown)
    }

    /// The public key that browsers take for `applicationServerKey`, in URL-safe Base64.
    public var applicationServerKey: String { key.applicationServerKey }

    public func send(_ push: Push) async throws -> Outcome {
        guard sends.begin() else { return .deferred(Deferral(reason: .shuttingDown)) }
        defer { sends.end() }
        metrics.began()
        let start = ContinuousClock.now
        let result: Result<Outcome, any Error>
        do {
            result = .success(try await attempt(push, until: start + configuration.requestDeadline))
        } catch let error as TransportError {
            result = .success(.deferred(Deferral(reason: error.reason)))
        } catch is ForbiddenAddress {
            result = .success(WebPushErrors.rejection(.privateAddress))
        } catch {
            result = .failure(error)
        }
        let duration = (ContinuousClock.now - start).components
        metrics.ended(
            result, afterNanoseconds: duration.seconds * 1_000_000_000 + duration.attoseconds / 1_000_000_000)
        return try result.get()
    }

    private func attempt(_ push: Push, until deadline: ContinuousClock.Instant) async throws -> Outcome {
        guard let subscription = try? WebPushSubscription(json: push.token.text),
            let encryption = MessageEncryption(for: subscription)
        else { return WebPushErrors.rejection(.malformedSubscription) }
        let service = PushService(host: subscription.host)
        let message = WebMessage.resolved(push.payload, origin: subscription.origin)
        if let reason = refusal(of: push, message, for: subscription, at: service) {
            return WebPushErrors.rejection(reason)
        }
        let now = clock()
        let headers = WebPushHeaders(
            push, topic: push.collapseID.map(encryption.topic),
            authorization: try tokens.authorization(for: subscription.audience, at: now), now: now)
        let response = try await post(
            subscription, headers: headers, body: try encryption.encrypt(message), until: deadline)
        guard ![200, 201, 202, 204].contains(response.status) else {
            // The `Location` of the message permits to delete it, so only Apple's id is kept.
            return .accepted(
                AcceptedPush(gatewayID: response.pushID.map { Reason(printable: $0, limit: 128).rawValue }))
        }
        return try WebPushErrors.outcome(
            of: response.status, retryAfter: response.retryAfter, body: response.body, from: service, now: clock(),
            redacting: subscription.endpoint)
    }

    /// The reason not to send; `nil` when there is none.
    private func refusal(
        of push: Push, _ message: [UInt8], for subscription: WebPushSubscription, at service: PushService
    ) -> Reason? {
        if message.count > MessageEncryption.longestMessage { return .webPushPayloadTooLarge }
        // The ports below 1024 belong to other protocols, which a request must not reach.
        if subscription.port != 443, subscription.port < 1024 { return .reservedPort }
        if service == .apple, push.kind == .background, !WebMessage.showsNotification(message) { return .silentWebPush }
        return nil
    }

    /// Sends a request to the first address of the subscription's host that can be reached.
    ///
    /// - Throws: ``TransportError``, ``ForbiddenAddress``, `CancellationError`.
    private func post(
        _ subscription: WebPushSubscription, headers: WebPushHeaders, body: [UInt8],
        until deadline: ContinuousClock.Instant
    ) async throws -> GatewayHTTPResponse {
        let host = subscription.host
        let first = try await withinTimeLimit(deadline - .now) { [addresses, clock] in
            try await addresses.address(of: host, at: clock())
        }
        guard var address = first else { throw TransportError(reason: .timeout) }
        var failure = TransportError(reason: .unreachable)
        for _ in 0..<Self.mostAddresses {
            do {
                return try await client.post(
                    subscription.endpoint, at: "\(address)", shared: headers.shared, headers: headers.own, body: body,
                    within: deadline - .now)
            } catch let error as TransportError where error.reason == .unreachable {
                // No request was sent, so another address may be tried.
                failure = error
                guard let next = await addresses.next(after: address, of: host) else { break }
                address = next
            }
        }
        throw failure
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
        await client.shutDown()
        // Not awaited: a lookup may block its thread for a minute, and its result is no longer needed.
        threads.shutdownGracefully { _ in }
    }
}
