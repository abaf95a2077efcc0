public import BellhopModel

/// Carries one request to the Bellhop server and its response back.
///
/// An implementation knows the server's address and nothing of what it carries. It must not hold a request until the
/// network returns, and must not repeat one by itself: whether and when to send again is decided by the kit, because
/// an approval that leaves after its deadline may open a door that should stay shut.
public protocol APITransport: Sendable {
    /// Sends `request` now and gives the response, whatever its status.
    ///
    /// - Throws: any error when no response came within ``APIRequest/timeout``: no network, no route, a broken
    ///   connection, TLS. `CancellationError` when the task was cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse
}

/// A request to one route of the API.
public struct APIRequest: Hashable, Sendable {
    public var method: APIRoute.Method
    /// Path and query, percent-encoded, such as `/v1/asks?state=pending`.
    public var path: String
    /// By lower-case name. `authorization` is among them, so they are not printed.
    public var headers: [String: String]
    public var body: [UInt8]
    /// Give up when no response came after this long.
    public var timeout: Duration
    /// Set for a request that may still be sent after the app was stopped, until the device's clock shows this: the server
    /// knows a repetition of it, and it must not arrive later. An implementation may leave such a request to the system when it
    /// got no response, and must throw nevertheless.
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
    /// By lower-case name.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
