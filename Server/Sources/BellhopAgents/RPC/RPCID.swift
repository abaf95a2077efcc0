public import BellhopModel

/// What names a request and its response: a string or a number (JSON-RPC 2.0 §4).
public struct RPCID: Hashable, Sendable {
    public let json: JSONValue

    /// - Returns: `nil` for what cannot be an id, `null` included.
    public init?(_ json: JSONValue?) {
        switch json {
        case .string?, .integer?, .number?: self.json = json ?? .null
        case .null?, .bool?, .array?, .object?, nil: return nil
        }
    }
}
