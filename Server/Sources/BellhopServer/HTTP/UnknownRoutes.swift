import BellhopModel
import Hummingbird

/// Answers what no route takes: 405 when the path has other methods, otherwise 404, both as JSON; 421 for a foreign host.
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
            let methods = Endpoint.all(at: request.uri.path).map(\.method.rawValue)
            guard !methods.isEmpty else {
                return Reply.error(APIError(.notFound, "There is no route \(request.uri.path).")).response(to: request)
            }
            var reply = Reply.error(APIError(.methodNotAllowed, "This route takes \(methods.joined(separator: ", "))."))
            reply.fields[.allow] = methods.joined(separator: ", ")
            return reply.response(to: request)
        }
    }
}

extension Endpoint {
    /// Those of `path`. One that is spelt out is not also a variable part of another.
    static func all(at path: String) -> [Endpoint] {
        let matching = all.filter { $0.matches(path) }
        let spelt = matching.filter { !$0.path.contains("{") }
        return spelt.isEmpty ? matching : spelt
    }

    private func matches(_ path: String) -> Bool {
        let pattern = self.path.split(separator: "/")
        let parts = path.split(separator: "/")
        return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}
