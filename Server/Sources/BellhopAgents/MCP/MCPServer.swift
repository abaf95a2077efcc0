public import BellhopModel

/// The conversation of `bellhop mcp` with one client, as a pure state machine: lines in, lines and work out.
///
/// It speaks all revisions of the protocol, those that begin with a handshake and the one in which each request stands
/// alone, beside each other.
public struct MCPServer: Sendable {
    /// Of one line, in bytes.
    public static let lineLimit = 16 << 20
    /// Of calls at the same time.
    public static let callLimit = 64

    public enum Step: Hashable, Sendable {
        /// Write this line.
        case send([UInt8])
        /// Do this, and then call ``MCPServer/finish(_:with:)``.
        case start(Call)
        /// The client no longer waits for this call: take its ask back. It is finished already.
        case stop(RPCID)
    }

    /// One call of a tool that takes time.
    public struct Call: Hashable, Sendable {
        public let id: RPCID
        public let work: Work
        /// Whether ``MCPServer/progress(of:seconds:of:)`` has something to say about it.
        public let wantsProgress: Bool
    }

    /// What came of a call's work.
    public enum CallEnding: Hashable, Sendable {
        case answered(VerifiedAnswer)
        case notified(NotificationID)
        /// Why there is no answer: one sentence.
        case failed(String)
    }

    let implementation: JSONValue
    let nonce: @Sendable () -> String
    var handshake = MCPVersion.newestWithHandshake
    var caller: MCPCaller
    var calls: [RPCID: OpenCall] = [:]

    struct OpenCall {
        let call: MCPToolCall
        let speech: MCPSpeech
        let progressToken: JSONValue?
    }

    /// - Parameters:
    ///   - version: this program's.
    ///   - host: what this machine is called, to be shown.
    ///   - folder: the one that this process works in.
    ///   - nonce: makes a new one for each ask.
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
            return [.send(RPCLine.error(.notJSON, "this is not JSON", to: nil))]
        }
        switch value {
        case .object(let fields): return receive(fields)
        // Revision 2025-03-26 has batches; each message is answered on a line of its own.
        case .array(let batch) where (1...Self.callLimit).contains(batch.count):
            return batch.flatMap { receive($0.object ?? [:]) }
        case .array:
            return [.send(RPCLine.error(.invalidRequest, "a batch has 1 to \(Self.callLimit) messages", to: nil))]
        default: return [.send(RPCLine.error(.invalidRequest, "a message is a JSON object", to: nil))]
        }
    }

    private mutating func receive(_ fields: [String: JSONValue]) -> [Step] {
        guard let message = RPCMessage(fields) else {
            // A response: this server asks nothing of its client.
            guard fields["result"] == nil, fields["error"] == nil else { return [] }
            return [.send(RPCLine.error(.invalidRequest, "method: name one", to: RPCID(fields["id"])))]
        }
        guard let id = message.id else {
            guard fields["id"] == nil else {
                return [.send(RPCLine.error(.invalidRequest, "id: give a text or a number", to: nil))]
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
        let speech = MCPSpeech(version: try version(of: message), implementation: implementation)
        switch message.method {
        case "initialize": return .send(shakeHands(message, id))
        case "server/discover": return .send(speech.result(introduction, to: id, isLasting: true))
        case "ping": return .send(speech.result([:], to: id))
        case "tools/list":
            let tools = MCPTool.allCases.map { $0.json(in: speech.version) }
            return .send(speech.result(["tools": .array(tools)], to: id, isLasting: true))
        case "tools/call": return try call(message, id, speech)
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
