public import BellhopModel

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

/// What the outermost object of a JSON-RPC line says about it, read without decoding the rest.
///
/// Most of what passes through is of no concern here and may be long; this is one walk over its bytes. It is lenient
/// about what stands inside the members it skips: whoever needs those decodes the whole line, see ``RPCMessage``.
struct RPCHead: Hashable {
    /// `nil` for a response.
    let method: String?
    /// `nil` for a notification.
    let id: RPCID?
    /// It has a `result` or an `error`.
    let isResponse: Bool
    /// Whether it says `"jsonrpc":"2.0"`. Codex leaves it out, and is answered without it.
    let isMarked: Bool

    /// - Returns: `nil` for what is no JSON object, or names a member twice that matters here.
    init?(_ line: [UInt8]) {
        var walk = MemberWalk(bytes: line)
        guard walk.enter() else { return nil }
        var found: [String: JSONValue] = [:]
        var isResponse = false
        var isMarked = false
        while let member = walk.next() {
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
        guard walk.isComplete else { return nil }
        method = found["method"]?.string
        id = RPCID(found["id"])
        self.isResponse = isResponse && method == nil && id != nil
        self.isMarked = isMarked
    }
}

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
