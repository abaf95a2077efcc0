/// One route of the API, declared once for the server that answers it and the clients that call it.
public struct Endpoint: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    }

    /// Who may call it.
    public enum Access: Hashable, Sendable {
        case everyone
        case roles(Set<Role>)
    }

    public let method: Method
    /// With `{name}` for each variable part.
    public let path: String
    public let access: Access
    public let summary: String

    public init(_ method: Method, _ path: String, _ access: Access, _ summary: String) {
        self.method = method
        self.path = path
        self.access = access
        self.summary = summary
    }

    /// The path with its variable parts filled in, in order, percent-encoded.
    public func path(_ arguments: String...) -> String { path(arguments) }

    /// The same with the parts as a list.
    public func path(_ arguments: [String]) -> String {
        var rest = arguments[...]
        return path.split(separator: "/").map { part in
            guard part.first == "{", let argument = rest.popFirst() else { return "/" + part }
            return "/" + PercentEncoding.segment(argument)
        }.joined()
    }
}

extension Endpoint {
    /// Every route there is.
    public static let all: [Endpoint] =
        devices + users + asks + notifications + schedules + campaigns + topics + items + messages + preferences
        + sessions + channels + keys + operations
}
