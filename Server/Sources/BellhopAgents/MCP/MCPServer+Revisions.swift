import BellhopModel

/// How each client learns what this server speaks, and says what it speaks itself.
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

    mutating func shakeHands(_ message: RPCMessage, _ id: RPCID) -> [UInt8] {
        handshake = .agreed(on: message.params["protocolVersion"]?.string)
        caller.name = Self.name(message.params["clientInfo"]) ?? caller.name
        return RPCLine.result(
            [
                "protocolVersion": .string(handshake.rawValue), "capabilities": ["tools": [:]],
                "serverInfo": implementation, "instructions": Self.instructions,
            ], to: id)
    }

    var introduction: [String: JSONValue] {
        [
            "supportedVersions": MCPVersion.supportedList, "capabilities": ["tools": [:]],
            "instructions": Self.instructions,
        ]
    }

    private static let instructions: JSONValue =
        "Bellhop reaches the person on their phone, also when they are away from this computer."

    static func name(_ client: JSONValue?) -> String? {
        let name = client?["title"]?.string ?? client?["name"]?.string
        return name.flatMap { $0.isEmpty ? nil : DisplayText.line($0, characters: 60) }
    }
}
