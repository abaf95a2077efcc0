import BellhopModel

/// Writes JSON-RPC messages, each as a line of its own.
enum RPCLine {
    /// The errors that Bellhop answers with (JSON-RPC 2.0 §5.1).
    enum Fault: Int64 {
        case notJSON = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParams = -32602
        /// MCP 2026-07-28, `UnsupportedProtocolVersionError`.
        case unsupportedVersion = -32022
    }

    /// - Parameter isMarked: whether to say `"jsonrpc":"2.0"`.
    static func result(_ result: JSONValue, to id: RPCID, isMarked: Bool = true) -> [UInt8] {
        line(["id": id.json, "result": result], isMarked: isMarked)
    }

    /// - Parameter id: `nil` when the request could not be understood well enough to have one.
    static func error(_ fault: Fault, _ message: String, data: JSONValue? = nil, to id: RPCID?) -> [UInt8] {
        var error: [String: JSONValue] = ["code": .integer(fault.rawValue), "message": .string(message)]
        error["data"] = data
        return line(["id": id?.json ?? .null, "error": .object(error)], isMarked: true)
    }

    static func notification(_ method: String, _ params: JSONValue) -> [UInt8] {
        line(["method": .string(method), "params": params], isMarked: true)
    }

    private static func line(_ fields: [String: JSONValue], isMarked: Bool) -> [UInt8] {
        var fields = fields
        if isMarked { fields["jsonrpc"] = "2.0" }
        // What was decoded from JSON, or written down here, can be written as JSON.
        return ((try? CanonicalJSON.encode(fields)) ?? []) + [UInt8(ascii: "\n")]
    }
}
