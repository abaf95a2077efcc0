import BellhopModel

/// A revision of the Model Context Protocol. Later ones compare greater.
struct MCPVersion: Hashable, Comparable {
    let rawValue: String

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The revision without a handshake: every request names it (modelcontextprotocol.io/specification/2026-07-28/basic/versioning).
    static let stateless = Self(rawValue: "2026-07-28")
    /// The newest revision with a handshake.
    static let newestWithHandshake = Self(rawValue: "2025-11-25")
    /// The first revision whose results have `structuredContent`, and whose tools have a title and an `outputSchema`.
    static let structured = Self(rawValue: "2025-06-18")
    /// The first revision with annotations of tools and messages of progress.
    static let annotated = Self(rawValue: "2025-03-26")
    static let first = Self(rawValue: "2024-11-05")

    /// Newest first.
    static let supported: [Self] = [.stateless, .newestWithHandshake, .structured, .annotated, .first]

    /// The revision to use after a handshake: the client's, or the newest, after which the client may disconnect.
    static func agreed(on requested: String?) -> Self {
        supported.first { $0.rawValue == requested && $0 < .stateless } ?? .newestWithHandshake
    }

    static var supportedList: JSONValue { .array(supported.map { .string($0.rawValue) }) }
}

/// Negotiation of the protocol revision.
extension MCPServer {
    func version(of message: RPCMessage) throws(Refusal) -> MCPVersion {
        let prefix = "io.modelcontextprotocol/"
        guard let meta = message.params["_meta"], let named = meta[prefix + "protocolVersion"]?.string else {
            return handshake
        }
        guard let version = MCPVersion.supported.first(where: { $0.rawValue == named }) else {
            throw Refusal(
                .unsupportedVersion, "Unsupported protocol version",
                data: ["supported": MCPVersion.supportedList, "requested": .string(named)])
        }
        guard version < .stateless || meta[prefix + "clientCapabilities"]?.object != nil else {
            throw Refusal(.invalidParams, "_meta: \(prefix)clientCapabilities is missing")
        }
        return version
    }

    mutating func initialize(_ message: RPCMessage, _ id: RPCID) -> [UInt8] {
        handshake = .agreed(on: message.params["protocolVersion"]?.string)
        caller.name = Self.name(message.params["clientInfo"]) ?? caller.name
        return RPCLine.result(
            [
                "protocolVersion": .string(handshake.rawValue), "capabilities": ["tools": [:]],
                "serverInfo": implementation, "instructions": Self.instructions,
            ], to: id)
    }

    var discovery: [String: JSONValue] {
        [
            "supportedVersions": MCPVersion.supportedList, "capabilities": ["tools": [:]],
            "instructions": Self.instructions,
        ]
    }

    private static let instructions: JSONValue =
        "Bellhop reaches the user on their phone, also when they are away from this computer."

    static func name(_ client: JSONValue?) -> String? {
        let name = client?["title"]?.string ?? client?["name"]?.string
        return name.flatMap { $0.isEmpty ? nil : DisplayText.line($0, characters: 60) }
    }
}

/// Encodes results for one client in its revision of the protocol.
struct MCPWriter: Hashable {
    let version: MCPVersion
    /// The server's own name and version.
    let implementation: JSONValue

    /// The lifetime of responses about the server itself, in milliseconds: they never change.
    private static let lifetime: JSONValue = 3_600_000

    func result(_ fields: [String: JSONValue], to id: RPCID, isLasting: Bool = false) -> [UInt8] {
        var fields = fields
        if version >= .stateless {
            fields["resultType"] = "complete"
            fields["_meta"] = ["io.modelcontextprotocol/serverInfo": implementation]
            if isLasting {
                fields["ttlMs"] = Self.lifetime
                fields["cacheScope"] = "public"
            }
        }
        return RPCLine.result(.object(fields), to: id)
    }

    /// The result of a tool call.
    func toolResult(
        _ text: String, structured: JSONValue? = nil, isError: Bool = false, to id: RPCID
    ) -> [UInt8] {
        var fields: [String: JSONValue] = [
            "content": [["type": "text", "text": .string(text)]], "isError": .bool(isError),
        ]
        if version >= .structured { fields["structuredContent"] = structured }
        return result(fields, to: id)
    }

    func progress(_ token: JSONValue, seconds: Int, of total: Int) -> [UInt8] {
        var params: [String: JSONValue] = [
            "progressToken": token, "progress": .integer(Int64(seconds)), "total": .integer(Int64(total)),
        ]
        if version >= .annotated { params["message"] = "Waiting for an answer from the phone" }
        return RPCLine.notification("notifications/progress", .object(params))
    }
}
