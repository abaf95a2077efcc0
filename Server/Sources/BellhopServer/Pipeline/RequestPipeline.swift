import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopStore
import Hummingbird
import Logging
import Metrics
import NIOCore
import Synchronization

/// The steps around each handler: host check, authentication, query, body, idempotency, errors, metrics. A route cannot
/// be added without them.
struct RequestPipeline: Sendable {
    let services: Services
    let authenticator: Authenticator
    let idempotency: IdempotencyService
    let hosts: HostCheck
    let limiter: RateLimiter<KeyID>
    let connections: ConnectionTable
    /// The limit of wrong keys from one address.
    let wrongKeys: RateLimiter<RemoteAddress>
    let time: any TimeSource
    let metrics: any MetricsFactory

    func register(_ operations: [Operation], on router: Router<BellhopContext>) {
        // Middleware applies to the routes that are added after it.
        router.add(middleware: RequestLog())
        router.add(middleware: ClosingConnections())
        for operation in operations {
            let timers = RequestTimers(operation.route, metrics)
            for method in operation.route.acceptedMethods {
                router.on(RouterPath(operation.route.path), method: method) { request, context in
                    await respond(to: request, context, operation, timers).response(to: request)
                }
            }
        }
        router.add(middleware: UnknownRoutes(hosts: hosts))
    }

    private func respond(
        to request: Request, _ context: BellhopContext, _ operation: Operation, _ timers: RequestTimers
    ) async -> Reply {
        let started = ContinuousClock.now
        let reply: Reply
        do {
            reply = try await carryOut(request, context, operation)
        } catch {
            reply = Self.reply(to: error, operation.route, context.logger)
        }
        timers.record(ContinuousClock.now - started, status: reply.status)
        return reply
    }

    private func carryOut(
        _ request: Request, _ context: BellhopContext, _ operation: Operation
    ) async throws -> Reply {
        guard hosts.allows(request.head.authority) else {
            throw APIError(.hostNotAllowed)
        }
        let credentials = Credentials(of: request)
        let caller = try await caller(with: credentials, context, operation.route)
        let body = try await Self.body(of: request, operation.route)
        let call = try call(request, context, operation, credentials, caller, body)
        // Decoding would delay the other connections of the event loop.
        guard body.count <= Self.largeBody else {
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await handle(call, operation) }
        }
        return try await handle(call, operation)
    }

    // The frame of an asynchronous function takes memory while a request waits for an answer. The following steps do not
    // wait, and are separate functions, whose values are not in that frame.

    /// Checks the limit of the caller and the query of the request.
    private func call(
        _ request: Request, _ context: BellhopContext, _ operation: Operation, _ credentials: Credentials,
        _ caller: Caller, _ body: [UInt8]
    ) throws -> Call {
        let route = operation.route
        if route.method == .post, let key = caller.key, let seconds = limiter.take(for: key.id, at: time.now) {
            throw RateLimited(seconds: seconds)
        }
        if let device = caller.key?.deviceID { services.presence.recordActivity(of: device) }
        let claim = try idempotencyClaim(of: request, caller.key, route, body)
        for parameter in operation.query {
            try parameter.validate(request.uri.queryParameters[Substring(parameter.name)])
        }
        return Call(
            request: request, context: context, services: services, credentials: credentials, caller: caller.key,
            session: caller.session, body: body, schema: APIDescription.requestSchemas[route], idempotency: claim)
    }

    private static func reply(to error: any Error, _ route: APIRoute, _ logger: Logger) -> Reply {
        switch error {
        case let limited as RateLimited: return .error(APIError(.tooManyRequests), retryAfter: limited.seconds)
        case let error as APIError: return .error(error)
        case let error as StoreUnavailable:
            // The reason names files of this machine: it is for the log.
            logger.error("storage unavailable", metadata: ["reason": "\(error.description)"])
            return .error(APIError(.storageUnavailable), retryAfter: 1)
        // The connection is gone, or `RequestGuard` has answered.
        case is BrokenBody: return .error(APIError(.requestTimeout))
        case is CancellationError: return .error(APIError(.shuttingDown), retryAfter: 1)
        default:
            logger.error("unexpected error", metadata: ["error": "\(error)", "route": "\(route.path)"])
            return .error(APIError(.internalError))
        }
    }

    /// The size in bytes above which a body is not decoded on the event loop.
    private static let largeBody = 1 << 16

    private func handle(_ call: Call, _ operation: Operation) async throws -> Reply {
        guard let claim = call.idempotency else { return try await operation.handle(call) }
        var logger = call.context.logger
        logger[metadataKey: "route"] = "\(operation.route.path)"
        return try await idempotency.run(claim, logger: logger) { first in
            .repeated(first.status, first.body)
        } record: { reply in
            reply.isKept ? nil : claim.record(status: reply.status, body: reply.bodyToKeep ?? reply.body)
        } _: {
            try await operation.handle(call)
        }
    }

    private func caller(
        with credentials: Credentials, _ context: BellhopContext, _ route: APIRoute
    ) async throws -> Caller {
        do {
            let caller = try await authenticator.authenticate(credentials, for: route)
            if caller.key != nil { connections.trust(context.connection) }
            return caller
        } catch let error as APIError where error.code == .unauthorized && credentials.areGiven {
            // Valid keys are never limited, so that callers behind the same address cannot lock each other out.
            let address = RemoteAddress(context.connection.remoteAddress)
            guard let seconds = wrongKeys.take(for: address, at: time.now) else { throw error }
            throw RateLimited(seconds: seconds)
        }
    }

    private static func body(of request: Request, _ route: APIRoute) async throws -> [UInt8] {
        guard route.method != .get else { return [] }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: route.bodyLimit)
        } catch is NIOTooManyBytesError {
            throw APIError(.bodyTooLarge)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw BrokenBody()
        }
        guard buffer.readableBytes > 0 else { return [] }
        // A page of another site can send a form to this server, but JSON only after a CORS preflight request, which this
        // server never answers.
        guard isJSON(request.headers[.contentType]) else {
            throw APIError(.unsupportedMediaType)
        }
        return Array(buffer.readableBytesView)
    }

    /// Checks that a `Content-Type` names JSON, with or without parameters (RFC 9110 §8.3.1).
    private static func isJSON(_ contentType: String?) -> Bool {
        // The field of nearly all requests.
        if contentType == "application/json" { return true }
        let type = contentType?.prefix { $0 != ";" } ?? ""
        return type.trimmed.lowercased() == "application/json"
    }

    private func idempotencyClaim(
        of request: Request, _ caller: KeyRecord?, _ route: APIRoute, _ body: [UInt8]
    ) throws -> IdempotencyClaim? {
        guard route.method == .post, let caller, let key = request.headers[.idempotencyKey] else { return nil }
        return try IdempotencyClaim(
            scope: caller.id, key: key, method: route.method.rawValue, path: request.uri.path, body: body,
            at: time.now)
    }
}

/// The timers of a route by the status of the reply, made at the first reply with it.
private final class RequestTimers: Sendable {
    private let route: APIRoute
    private let metrics: any MetricsFactory
    private let timers = Mutex<[Int: Timer]>([:])

    init(_ route: APIRoute, _ metrics: any MetricsFactory) { (self.route, self.metrics) = (route, metrics) }

    func record(_ duration: Duration, status: Int) {
        let timer = timers.withLock { timers in
            if let known = timers[status] { return known }
            let labels = [("method", route.method.rawValue), ("route", route.path), ("status", String(status))]
            let timer = Timer(label: "bellhop_http_request_seconds", dimensions: labels, factory: metrics)
            timers[status] = timer
            return timer
        }
        timer.recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }
}

/// The body ended early.
private struct BrokenBody: Error {}

/// A refusal with the seconds to wait.
private struct RateLimited: Error {
    var seconds: Int
}

extension APIRoute {
    /// The methods of requests to this route. A request with HEAD is handled as GET, and the reply has no body (RFC 9110
    /// §9.3.2).
    var acceptedMethods: [HTTPRequest.Method] {
        switch method {
        case .get: [.get, .head]
        case .post: [.post]
        case .put: [.put]
        case .patch: [.patch]
        case .delete: [.delete]
        }
    }
}
