public import BellhopModel

/// A decoded request or notification of JSON-RPC 2.0.
struct RPCMessage: Hashable {
    /// `nil` for a notification.
    let id: RPCID?
    let method: String
    let params: [String: JSONValue]

    /// - Returns: `nil` for other messages and invalid JSON.
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

/// The head of a JSON-RPC line, read without decoding the rest.
///
/// Most lines only pass through and may be long, so this scans their bytes once. Skipped members are not validated; see
/// ``RPCMessage`` for decoding the whole line.
struct RPCHead: Hashable {
    /// `nil` for a response.
    let method: String?
    /// `nil` for a notification.
    let id: RPCID?
    /// `true` for a message with a `result` or an `error`.
    let isResponse: Bool
    /// `true` for a message with `"jsonrpc":"2.0"`. Codex omits the member, and so do responses to Codex.
    let isMarked: Bool

    /// - Returns: `nil` for anything but a JSON object, and when `method` or `id` occurs twice.
    init?(_ line: [UInt8]) {
        var scanner = JSONScanner(bytes: line)
        guard scanner.enter() else { return nil }
        var found: [String: JSONValue] = [:]
        var isResponse = false
        var isMarked = false
        while let member = scanner.next() {
            switch member.key {
            case "method", "id":
                guard found[member.key] == nil,
                    let value = try? CanonicalJSON.decode(JSONValue.self, from: line[member.value])
                else { return nil }
                found[member.key] = value
            case "result", "error": isResponse = true
            case "jsonrpc": isMarked = true
            default: break
            }
        }
        guard scanner.isComplete else { return nil }
        method = found["method"]?.string
        id = RPCID(found["id"])
        self.isResponse = isResponse && method == nil && id != nil
        self.isMarked = isMarked
    }
}

/// The identifier of a request and its response: a string or a number (JSON-RPC 2.0 §4).
public struct RPCID: Hashable, Sendable {
    public let json: JSONValue

    /// - Returns: `nil` for values that are no identifier, including `null`.
    public init?(_ json: JSONValue?) {
        switch json {
        case .string?, .integer?, .number?: self.json = json ?? .null
        case .null?, .bool?, .array?, .object?, nil: return nil
        }
    }
}

/// Encodes JSON-RPC messages, one per line.
enum RPCLine {
    /// The errors that Bellhop responds with (JSON-RPC 2.0 §5.1).
    enum Fault: Int64 {
        case notJSON = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParams = -32602
        /// MCP 2026-07-28, `UnsupportedProtocolVersionError`.
        case unsupportedVersion = -32022
    }

    /// - Parameter isMarked: whether to write `"jsonrpc":"2.0"`.
    static func result(_ result: JSONValue, to id: RPCID, isMarked: Bool = true) -> [UInt8] {
        line(["id": id.json, "result": result], isMarked: isMarked)
    }

    /// - Parameter id: `nil` when the request's id could not be read.
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
        // Values decoded from JSON, and literals, can be encoded.
        return ((try? CanonicalJSON.encode(fields)) ?? []) + [UInt8(ascii: "\n")]
    }
}
