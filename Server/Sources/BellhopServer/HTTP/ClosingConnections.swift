import HTTPTypes
import Hummingbird

/// Says `Connection: close` where the connection ends with the response (RFC 9112 §9.6).
///
/// Hummingbird closes it when the request asks for that, without a word. A client that did not ask itself (its upgrade
/// was declined, see ``UpgradeGate``) would put the connection back into its pool and lose the next request on it.
struct ClosingConnections: RouterMiddleware {
    func handle(
        _ request: Request, context: BellhopContext, next: (Request, BellhopContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.headers[.connection] == "close" { response.headers[.connection] = "close" }
        return response
    }
}
