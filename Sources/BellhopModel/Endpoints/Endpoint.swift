/// A route of the API without the types of its bodies, as routers, access checks and lists of all routes use it.
public struct APIRoute: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// The callers that the server accepts.
    public enum Access: Hashable, Sendable {
        case everyone
        case roles(Set<Role>)
    }

    /// The rule for repeating a request whose outcome is unknown.
    public enum Repetition: Hashable, Sendable {
        /// Safe: the request is idempotent, by its method or by an `Idempotency-Key`.
        case allowed
        /// The first response holds a secret that a repeated response leaves out, or the first attempt makes the second
        /// one fail.
        case forbidden
    }

    /// The operation's name in the OpenAPI document, which is the name of its constant in ``API``.
    public let id: String
    public let method: Method
    /// The path with `{name}` for each parameter.
    public let path: String
    public let access: Access
    public let summary: String
    public let repetition: Repetition
    /// The errors of this route alone. Those that every route of its kind shares are left out.
    public let errors: [APIErrorCode]
    /// The maximum size of a request body, in bytes.
    public let bodyLimit: Int

    /// The path with its parameters filled in, in order, percent-encoded.
    public func path(_ arguments: String...) -> String { path(arguments) }

    /// The path with its parameters filled in, in order, percent-encoded.
    public func path(_ arguments: [String]) -> String {
        var rest = arguments[...]
        return path.split(separator: "/").map { part in
            guard part.first == "{", let argument = rest.popFirst() else { return "/" + part }
            return "/" + PercentEncoding.segment(argument)
        }.joined()
    }

    /// The request target: the path with its parameters filled in, and a query.
    ///
    /// - Parameter query: names and values; those without a value are left out.
    public func target(_ arguments: [String], query: APIQuery) -> String {
        let pairs = query.compactMap { name, value in
            value.map { "\(name)=\(PercentEncoding.segment($0.description))" }
        }
        return path(arguments) + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
}

/// The query of a request: names and values; those without a value are left out.
public typealias APIQuery = KeyValuePairs<String, (any CustomStringConvertible & Sendable)?>

/// A route of the API with the types of its request and response bodies, declared once for the server and its clients.
public struct Endpoint<Request: Codable & Sendable, Response: Codable & Sendable>: Sendable {
    public let route: APIRoute

    /// - Parameters:
    ///   - errors: the errors of this route alone.
    ///   - repetition: `.forbidden` where a client must not repeat a request whose outcome it does not know.
    init(
        _ id: String, _ method: APIRoute.Method, _ path: String, _ access: APIRoute.Access, _ summary: String,
        errors: [APIErrorCode] = [], repetition: APIRoute.Repetition = .allowed, bodyLimit: Int = APILimits.body
    ) {
        route = APIRoute(
            id: id, method: method, path: path, access: access, summary: summary, repetition: repetition,
            errors: errors, bodyLimit: bodyLimit)
    }

    /// The path with `{name}` for each parameter.
    public var path: String { route.path }

    /// The path with its parameters filled in, in order, percent-encoded.
    public func path(_ arguments: String...) -> String { route.path(arguments) }
}

/// No body: the `Request` or `Response` of an ``Endpoint`` without one.
public struct EmptyBody: Codable, Hashable, Sendable {
    public init() {}
}
