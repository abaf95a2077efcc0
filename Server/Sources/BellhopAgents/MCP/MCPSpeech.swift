import BellhopModel

/// How results are written to one client: each revision wants its own decoration.
struct MCPSpeech: Hashable {
    let version: MCPVersion
    /// The server's own name and version.
    let implementation: JSONValue

    /// For how long the answers about the server itself hold, in milliseconds: they never change.
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

    /// What a tool gives.
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
