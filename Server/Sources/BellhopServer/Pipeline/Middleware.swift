import BellhopModel
import HTTPTypes
import Hummingbird

/// Replies to requests without a route of the API: a document of the console; 405 when the path has other methods, otherwise 404; 421 for a foreign host.
struct UnknownRoutes: RouterMiddleware {
    let hosts: HostCheck

    func handle(
        _ request: Request, context: BellhopContext, next: (Request, BellhopContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard hosts.allows(request.head.authority) else {
                return Reply.error(APIError(.hostNotAllowed)).response(to: request)
            }
            if [.get, .head].contains(request.method),
                let document = ConsolePages.current.document(at: request.uri.path)
            {
                return document.reply(to: request).response(to: request)
            }
            let methods = APIRoute.all(at: request.uri.path).flatMap(\.acceptedMethods).map(\.rawValue)
            guard !methods.isEmpty else {
                return Reply.error(APIError(.notFound, "There is no route \(request.uri.path).")).response(to: request)
            }
            var reply = Reply.error(
                APIError(.methodNotAllowed, "This route accepts \(methods.joined(separator: ", "))."))
            reply.fields[.allow] = methods.joined(separator: ", ")
            return reply.response(to: request)
        }
    }
}

extension APIRoute {
    /// The routes of `path`. A literal segment has precedence over a parameter.
    static func all(at path: String) -> [APIRoute] {
        let matching = all.filter { $0.matches(path) }
        let literal = matching.filter { !$0.path.contains("{") }
        return literal.isEmpty ? matching : literal
    }

    private func matches(_ path: String) -> Bool {
        let pattern = self.path.split(separator: "/")
        let parts = path.split(separator: "/")
        return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}

/// Sends `Connection: close` when the connection ends with the response (RFC 9112 §9.6).
///
/// Hummingbird closes the connection on request without sending that header. A client whose upgrade was declined (see
/// ``UpgradeGate``) would return the connection to its pool and lose the next request on it.
struct ClosingConnections: RouterMiddleware {
    func handle(
        _ request: Request, context: BellhopContext, next: (Request, BellhopContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.headers[.connection] == "close" { response.headers[.connection] = "close" }
        return response
    }
}
