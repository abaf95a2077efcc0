import BellhopModel

/// A request or a notification of JSON-RPC 2.0, decoded as a whole.
struct RPCMessage: Hashable {
    /// Of nested arrays and objects. Decoding is recursive; the limit keeps it far from the end of the stack.
    static let depthLimit = 128

    /// `nil` for a notification.
    let id: RPCID?
    let method: String
    let params: [String: JSONValue]

    /// - Returns: `nil` for everything else, and for what cannot be decoded.
    init?(_ line: [UInt8]) {
        guard NestingDepth.of(line) <= Self.depthLimit,
            let fields = try? CanonicalJSON.decode([String: JSONValue].self, from: line)
        else { return nil }
        self.init(fields)
    }

    init?(_ fields: [String: JSONValue]) {
        guard let method = fields["method"]?.string else { return nil }
        id = RPCID(fields["id"])
        self.method = method
        params = fields["params"]?.object ?? [:]
    }
}
