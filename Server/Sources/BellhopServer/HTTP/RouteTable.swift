import BellhopCore
import BellhopModel
import BellhopStore
import Foundation
import Hummingbird
import Logging
import Metrics
import NIOCore

/// Puts handlers on endpoints, and around each handler everything that every route needs, in one place: host check,
/// authentication, body, idempotency, errors, metrics. A route cannot be added without them.
struct RouteTable: Sendable {
    typealias Handler = @Sendable (Call) async throws -> Reply

    let authenticator: Authenticator
    let idempotency: IdempotencyService
    let hosts: HostCheck
    let limiter: RateLimiter<KeyID>
    let connections: ConnectionTable
    /// The limit of wrong keys from one address.
    let wrongKeys: RateLimiter<RemoteAddress>
    let presence: DevicePresence
    let time: any TimeSource
    let metrics: any MetricsFactory

    func register(_ handlers: [(Endpoint, Handler)], on router: Router<BellhopContext>) {
        // Middleware serves what is added after it: this one every route.
        router.add(middleware: ClosingConnections())
        for (endpoint, handler) in handlers {
            router.on(RouterPath(endpoint.path), method: .init(endpoint.method)) { request, context in
                await respond(to: request, context, endpoint, handler).response(to: request)
            }
        }
        router.add(middleware: UnknownRoutes(hosts: hosts))
    }

    private func respond(
        to request: Request, _ context: BellhopContext, _ endpoint: Endpoint, _ handler: Handler
    ) async -> Reply {
        let started = ContinuousClock.now
        let reply: Reply
        do {
            reply = try await carryOut(request, context, endpoint, handler)
        } catch let limited as RateLimited {
            reply = .error(APIError(.tooManyRequests), retryAfter: limited.seconds)
        } catch let error as APIError {
            reply = .error(error)
        } catch let error as StoreUnavailable {
            // The reason names files of this machine: it is for the log.
            context.logger.error("storage unavailable", metadata: ["reason": "\(error.description)"])
            reply = .error(APIError(.storageUnavailable), retryAfter: 1)
        } catch is BrokenBody {
            // Nobody reads it: the connection is gone, or the guard has answered.
            reply = .error(APIError(.requestTimeout))
        } catch is CancellationError {
            reply = .error(APIError(.shuttingDown), retryAfter: 1)
        } catch {
            context.logger.error("unexpected error", metadata: ["error": "\(error)", "path": "\(endpoint.path)"])
            reply = .error(APIError(.internalError))
        }
        let labels = [("method", endpoint.method.rawValue), ("route", endpoint.path), ("status", String(reply.status))]
        Timer(label: "bellhop_http_request_seconds", dimensions: labels, factory: metrics)
            .recordNanoseconds(Int64((ContinuousClock.now - started) / .nanoseconds(1)))
        return reply
    }

    private func carryOut(
        _ request: Request, _ context: BellhopContext, _ endpoint: Endpoint, _ handler: Handler
    ) async throws -> Reply {
        guard hosts.allows(request.head.authority) else {
            throw APIError(.hostNotAllowed)
        }
        let caller = try await caller(of: request, context, endpoint)
        let body = try await Self.body(of: request, endpoint)
        if endpoint.method == .post, let caller, let seconds = limiter.take(for: caller.id, at: time.now) {
            throw RateLimited(seconds: seconds)
        }
        if let device = caller?.deviceID { presence.recordActivity(of: device) }
        let claim = try idempotencyClaim(of: request, caller, endpoint, body)
        let call = Call(
            request: request, context: context, caller: caller, body: body, fields: KnownFields.byEndpoint[endpoint],
            idempotency: claim)
        guard let claim else { return try await handler(call) }
        var logger = context.logger
        logger[metadataKey: "route"] = "\(request.uri.path)"
        return try await idempotency.run(claim, logger: logger) { first in
            .repeated(first.status, first.body)
        } record: { reply in
            reply.isKept ? nil : claim.record(status: reply.status, body: reply.bodyToKeep ?? reply.body)
        } _: {
            try await handler(call)
        }
    }

    private func caller(of request: Request, _ context: BellhopContext, _ endpoint: Endpoint) async throws -> KeyRecord?
    {
        do {
            let caller = try await authenticator.authenticate(request.headers[.authorization], for: endpoint)
            if caller != nil { connections.trust(context.connection) }
            return caller
        } catch let error as APIError where error.code == .unauthorized && request.headers[.authorization] != nil {
            // A key that is right is never held up, so that nobody is locked out by others behind the same address.
            let address = RemoteAddress(context.connection.remoteAddress)
            guard let seconds = wrongKeys.take(for: address, at: time.now) else { throw error }
            throw RateLimited(seconds: seconds)
        }
    }

    private static func body(of request: Request, _ endpoint: Endpoint) async throws -> [UInt8] {
        guard endpoint.method != .get else { return [] }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: APILimits.body)
        } catch is NIOTooManyBytesError {
            throw APIError(.bodyTooLarge)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw BrokenBody()
        }
        guard buffer.readableBytes > 0 else { return [] }
        // A page of another site can send a form to this server, but not JSON without asking first (CORS), and
        // asking is never answered here.
        guard isJSON(request.headers[.contentType]) else {
            throw APIError(.unsupportedMediaType)
        }
        return Array(buffer.readableBytesView)
    }

    /// Whether a `Content-Type` names JSON, with parameters or without (RFC 9110 §8.3.1).
    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" } ?? ""
        return type.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
    }

    private func idempotencyClaim(
        of request: Request, _ caller: KeyRecord?, _ endpoint: Endpoint, _ body: [UInt8]
    ) throws -> IdempotencyClaim? {
        guard endpoint.method == .post, let caller, let key = request.headers[.idempotencyKey] else { return nil }
        return try IdempotencyClaim(
            scope: caller.id, key: key, method: endpoint.method.rawValue, path: request.uri.path, body: body,
            at: time.now)
    }
}

/// The body ended before it was whole.
private struct BrokenBody: Error {}

/// Not an ``APIError`` of its own, because it carries how long to wait.
private struct RateLimited: Error {
    var seconds: Int
}

extension HTTPRequest.Method {
    init(_ method: Endpoint.Method) {
        switch method {
        case .get: self = .get
        case .post: self = .post
        case .put: self = .put
        case .patch: self = .patch
        case .delete: self = .delete
        }
    }
}
