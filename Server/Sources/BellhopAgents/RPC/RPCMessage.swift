import BellhopModel

/// A request or a notification of JSON-RPC 2.0, decoded as a whole.
struct RPCMessage: Hashable {
    /// `nil` for a notification.
    let id: RPCID?
    let method: String
    let params: [String: JSONValue]

    /// - Returns: `nil` for everything else, and for what cannot be decoded.
    init?(_ line: [UInt8]) {
        guard let fields = JSONValue(bounded: line)?.object else { return nil }
        self.init(fields)
    }

    init?(_ fields: [String: JSONValue]) {
        guard let method = fields["method"]?.string else { return nil }
        id = RPCID(fields["id"])
        self.method = method
        params = fields["params"]?.object ?? [:]
    }
}
