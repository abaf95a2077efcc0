public import BellhopModel

/// Carries one request to the Bellhop server and its response back.
///
/// An implementation knows the server's address, and does not interpret requests. It must not hold a request until the
/// network returns, and must not repeat one: the kit decides about repetitions, because an approval after its deadline
/// could have an unwanted effect.
public protocol APITransport: Sendable {
    /// Sends `request` now and returns the response of any status.
    ///
    /// - Throws: any error when no response arrived within ``APIRequest/timeout``: no network, no route, a broken
    ///   connection, TLS. `CancellationError` when the task was cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse
}

/// A request to one route of the API.
public struct APIRequest: Hashable, Sendable {
    public var method: APIRoute.Method
    /// Path and query, percent-encoded, such as `/v1/asks?state=pending`.
    public var path: String
    /// The headers by lower-case name. They are not printed, because `authorization` is one of them.
    public var headers: [String: String]
    public var body: [UInt8]
    /// The maximum time to wait for the response.
    public var timeout: Duration
    /// Set for a request that may still be sent after the app was stopped, until this time of the device's clock. The
    /// server recognises a repetition, and the request must not arrive later. An implementation may hand such a request
    /// to the system when it got no response, and must throw in that case too.
    public var outlivesAppUntil: Timestamp?

    public init(
        method: APIRoute.Method, path: String, headers: [String: String] = [:], body: [UInt8] = [],
        timeout: Duration = .seconds(15), outlivesAppUntil: Timestamp? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.outlivesAppUntil = outlivesAppUntil
    }
}

extension APIRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(method.rawValue) \(path)" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// A response of the server.
public struct APIResponse: Hashable, Sendable {
    public var status: Int
    /// The headers by lower-case name.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
