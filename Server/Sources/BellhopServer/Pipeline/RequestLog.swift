import HTTPTypes
import Hummingbird
import Logging

/// Gives each request an id, and logs it when its response is ready.
///
/// The id is in the response's `X-Request-ID` and in the metadata of every log line of the request.
struct RequestLog: RouterMiddleware {
    func handle(
        _ request: Request, context: BellhopContext, next: (Request, BellhopContext) async throws -> Response
    ) async throws -> Response {
        let started = ContinuousClock.now
        let id = Self.id(from: request.headers[.requestID])
        var context = context
        // Hummingbird's own id, which the client does not know.
        context.logger[metadataKey: "hb.request.id"] = nil
        context.logger[metadataKey: Self.key] = "\(id)"
        var response = try await next(request, context)
        response.headers[.requestID] = id
        // Without a route, Hummingbird sets "NotFound".
        let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        Self.write(
            to: context.logger, method: request.method.rawValue, route: route, status: response.status.code,
            since: started)
        return response
    }

    /// The name of the id in the metadata of log lines.
    static let key = "request_id"

    /// The client's id of a request, if it has 1 to 128 visible ASCII characters; otherwise a new one.
    static func id(from field: String?) -> String {
        guard let field, (1...128).contains(field.utf8.count), field.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            return RequestID().description
        }
        return field
    }

    /// Writes the access line of a request: at level info for errors of the server, otherwise at level debug.
    ///
    /// - Parameter route: the pattern of its path; `nil` for an unknown route. The path itself contains ids.
    static func write(
        to logger: Logger, method: String, route: String?, status: Int, since started: ContinuousClock.Instant
    ) {
        let milliseconds = (ContinuousClock.now - started) / .milliseconds(1)
        logger.log(
            level: status >= 500 ? .info : .debug, "Request",
            metadata: [
                "method": "\(method)", "route": "\(route ?? "unknown")", "status": .stringConvertible(status),
                "duration_ms": .stringConvertible((milliseconds * 1000).rounded() / 1000),
            ])
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID")!
}
