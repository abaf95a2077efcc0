/// What a server answered, whatever its status.
public struct HTTPReply: Hashable, Sendable {
    public var status: Int
    /// By name in lower case; several fields of one name are joined by `, ` (RFC 9110 §5.3).
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The server did nothing: this is what it answered when the idempotency key came first.
    var isRepeated: Bool { headers["idempotency-replayed"] == "true" }
}
