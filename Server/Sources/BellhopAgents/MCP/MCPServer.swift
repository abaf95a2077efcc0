public import BellhopModel

/// The state machine of `bellhop mcp` for one client: lines in, lines and work out.
///
/// Supports all revisions of the protocol at once: those with a handshake and the stateless one.
public struct MCPServer: Sendable {
    /// The maximum size of a line, in bytes.
    public static let lineLimit = 16 << 20
    /// The maximum number of open calls.
    public static let callLimit = 64

    public enum Step: Hashable, Sendable {
        /// Write this line.
        case send([UInt8])
        /// Work on this call, then call ``MCPServer/finish(_:with:)``.
        case start(Call)
        /// The client cancelled this call: withdraw its ask. It is finished already.
        case stop(RPCID)
    }

    /// A tool call that takes time.
    public struct Call: Hashable, Sendable {
        public let id: RPCID
        public let work: Work
        /// `true` when the client wants ``MCPServer/progress(of:seconds:of:)``.
        public let wantsProgress: Bool
    }

    /// The end of a call's work.
    public enum CallEnding: Hashable, Sendable {
        case answered(VerifiedAnswer)
        case notified(NotificationID)
        /// The reason why there is no answer, in one sentence.
        case failed(String)
    }

    let implementation: JSONValue
    let nonce: @Sendable () -> String
    var handshake = MCPVersion.newestWithHandshake
    var caller: MCPCaller
    var calls: [RPCID: OpenCall] = [:]

    struct OpenCall {
        let call: MCPToolCall
        let writer: MCPWriter
        let progressToken: JSONValue?
    }

    /// - Parameters:
    ///   - version: the version of this program.
    ///   - host: the name of this machine, to be shown.
    ///   - folder: the working folder of this process.
    ///   - nonce: makes a nonce for each ask.
    public init(
        version: String, host: String?, folder: String?, nonce: @escaping @Sendable () -> String = AskNonce.random
    ) {
        self.nonce = nonce
        implementation = ["name": "bellhop", "title": "Bellhop", "version": .string(version)]
        caller = MCPCaller(name: "An agent", host: host, folder: folder)
    }

    public mutating func receive(_ piece: LineSplitter.Piece) -> [Step] {
        guard case .line(let line) = piece else {
            guard case .part(_, endsLine: true) = piece else { return [] }
            return [.send(RPCLine.error(.invalidRequest, "a line is longer than \(Self.lineLimit >> 20) MiB", to: nil))]
        }
        guard line.contains(where: { $0 > 0x20 }) else { return [] }
        guard let value = JSONValue(bounded: line) else {
            return [.send(RPCLine.error(.notJSON, "the line is not JSON", to: nil))]
        }
        switch value {
        case .object(let fields): return receive(fields)
        // Revision 2025-03-26 has batches; each message gets its own response line.
        case .array(let batch) where (1...Self.callLimit).contains(batch.count):
            return batch.flatMap { receive($0.object ?? [:]) }
        case .array:
            return [.send(RPCLine.error(.invalidRequest, "a batch must have 1 to \(Self.callLimit) messages", to: nil))]
        default: return [.send(RPCLine.error(.invalidRequest, "a message must be a JSON object", to: nil))]
        }
    }

    private mutating func receive(_ fields: [String: JSONValue]) -> [Step] {
        guard let message = RPCMessage(fields) else {
            // A response: this server sends no requests.
            guard fields["result"] == nil, fields["error"] == nil else { return [] }
            return [.send(RPCLine.error(.invalidRequest, "method: must be a string", to: RPCID(fields["id"])))]
        }
        guard let id = message.id else {
            guard fields["id"] == nil else {
                return [.send(RPCLine.error(.invalidRequest, "id: must be a string or a number", to: nil))]
            }
            return note(message)
        }
        do {
            return [try answer(message, id)]
        } catch {
            return [.send(RPCLine.error(error.fault, error.text, data: error.data, to: id))]
        }
    }

    private mutating func note(_ message: RPCMessage) -> [Step] {
        guard message.method == "notifications/cancelled", let id = RPCID(message.params["requestId"]),
            calls.removeValue(forKey: id) != nil
        else { return [] }
        return [.stop(id)]
    }

    private mutating func answer(_ message: RPCMessage, _ id: RPCID) throws(Refusal) -> Step {
        let writer = MCPWriter(version: try version(of: message), implementation: implementation)
        switch message.method {
        case "initialize": return .send(initialize(message, id))
        case "server/discover": return .send(writer.result(discovery, to: id, isLasting: true))
        case "ping": return .send(writer.result([:], to: id))
        case "tools/list":
            let tools = MCPTool.allCases.map { $0.json(in: writer.version) }
            return .send(writer.result(["tools": .array(tools)], to: id, isLasting: true))
        case "tools/call": return try call(message, id, writer)
        default: throw Refusal(.unknownMethod, "bellhop mcp has no \(DisplayText.line(message.method, characters: 80))")
        }
    }

    struct Refusal: Error {
        let fault: RPCLine.Fault
        let text: String
        var data: JSONValue?

        init(_ fault: RPCLine.Fault, _ text: String, data: JSONValue? = nil) {
            self.fault = fault
            self.text = text
            self.data = data
        }
    }
}

extension MCPServer {
    /// The work of a tool call.
    public enum Work: Hashable, Sendable {
        /// Ask, and return the answer.
        case ask(AskRequest.Content)
        /// Ask for approval of a call, unless a hook of the session asks about it.
        case approve(AskRequest.Content, ToolCall?)
        case notify(NotificationRequest)
    }
}
