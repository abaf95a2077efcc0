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
        public let task: MCPTask
        /// Whether ``MCPServer/progress(of:seconds:of:)`` has something to say about it.
        public let wantsProgress: Bool
    }

    /// What came of a call's task.
    public enum Outcome: Hashable, Sendable {
        case answered(VerifiedAnswer)
        case notified(NotificationID)
        /// Why there is no answer: one sentence.
        case failed(String)
    }

    private let implementation: JSONValue
    private var handshake = MCPVersion.newestWithHandshake
    private var caller: MCPCaller
    private var calls: [RPCID: OpenCall] = [:]

    private struct OpenCall {
        let call: MCPToolCall
        let speech: MCPSpeech
        let progressToken: JSONValue?
    }

    /// - Parameters:
    ///   - version: this program's.
    ///   - host: what this machine is called, to be shown.
    ///   - folder: the one that this process works in.
    public init(version: String, host: String?, folder: String?) {
        implementation = ["name": "bellhop", "title": "Bellhop", "version": .string(version)]
        caller = MCPCaller(name: "An agent", host: host, folder: folder)
    }

    /// The calls that are not finished.
    public var openCalls: [RPCID] { Array(calls.keys) }

    public mutating func receive(_ piece: LineSplitter.Piece) -> [Step] {
        guard case .line(let line) = piece else {
            guard case .part(_, endsLine: true) = piece else { return [] }
            return [.send(RPCLine.error(.invalidRequest, "a line is longer than \(Self.lineLimit >> 20) MiB", to: nil))]
        }
        guard line.contains(where: { $0 > 0x20 }) else { return [] }
        guard NestingDepth.of(line) <= RPCMessage.depthLimit,
            let value = try? CanonicalJSON.decode(JSONValue.self, from: line)
        else { return [.send(RPCLine.error(.notJSON, "this is not JSON", to: nil))] }
        switch value {
        case .object(let fields): return receive(fields)
        // Revision 2025-03-26 has batches; each message is answered on a line of its own.
        case .array(let batch): return batch.prefix(Self.callLimit).flatMap { receive($0.object ?? [:]) }
        default: return [.send(RPCLine.error(.invalidRequest, "a message is a JSON object", to: nil))]
        }
    }

    private mutating func receive(_ fields: [String: JSONValue]) -> [Step] {
        guard let message = RPCMessage(fields) else {
            // A response: this server asks nothing of its client.
            guard fields["result"] == nil, fields["error"] == nil else { return [] }
            return [.send(RPCLine.error(.invalidRequest, "method: name one", to: RPCID(fields["id"])))]
        }
        guard let id = message.id else { return note(message) }
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
        default: throw Refusal(.unknownMethod, "bellhop mcp has no \(ShownText.line(message.method, characters: 80))")
        }
    }

    private struct Refusal: Error {
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

// MARK: - Revisions

extension MCPServer {
    private func version(of message: RPCMessage) throws(Refusal) -> MCPVersion {
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

    private mutating func shakeHands(_ message: RPCMessage, _ id: RPCID) -> [UInt8] {
        handshake = .agreed(on: message.params["protocolVersion"]?.string)
        caller.name = Self.name(message.params["clientInfo"]) ?? caller.name
        return RPCLine.result(
            [
                "protocolVersion": .string(handshake.rawValue), "capabilities": ["tools": [:]],
                "serverInfo": implementation, "instructions": Self.instructions,
            ], to: id)
    }

    private var introduction: [String: JSONValue] {
        [
            "supportedVersions": MCPVersion.supportedList, "capabilities": ["tools": [:]],
            "instructions": Self.instructions,
        ]
    }

    private static let instructions: JSONValue =
        "Bellhop reaches the person on their phone, also when they are away from this computer."

    private static func name(_ client: JSONValue?) -> String? {
        let name = client?["title"]?.string ?? client?["name"]?.string
        return name.flatMap { $0.isEmpty ? nil : ShownText.line($0, characters: 60) }
    }
}

// MARK: - Calls

extension MCPServer {
    private mutating func call(_ message: RPCMessage, _ id: RPCID, _ speech: MCPSpeech) throws(Refusal) -> Step {
        guard let name = message.params["name"]?.string, let tool = MCPTool(rawValue: name) else {
            throw Refusal(.invalidParams, "name: the tools are \(MCPTool.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard calls[id] == nil else { throw Refusal(.invalidRequest, "id: a call with this id is still open") }
        guard calls.count < Self.callLimit else {
            return .send(failure(of: tool, "\(Self.callLimit) calls are waiting already", speech, id))
        }
        let meta = message.params["_meta"]
        var caller = caller
        caller.name = Self.name(meta?["io.modelcontextprotocol/clientInfo"]) ?? caller.name
        do {
            let call = try MCPToolCall(tool, message.params["arguments"]?.object ?? [:], from: caller)
            let token = RPCID(meta?["progressToken"])?.json
            calls[id] = OpenCall(call: call, speech: speech, progressToken: token)
            return .start(Call(id: id, task: call.task, wantsProgress: token != nil))
        } catch {
            return .send(failure(of: tool, error.text, speech, id))
        }
    }

    /// What did not work is said to the model that called, which can do better. `approve` always gives a decision.
    private func failure(of tool: MCPTool, _ why: String, _ speech: MCPSpeech, _ id: RPCID) -> [UInt8] {
        switch tool {
        case .approve: speech.toolResult(ApproveCall.denial("Not approved: \(why)"), to: id)
        case .ask, .notify: speech.toolResult(why, isError: true, to: id)
        }
    }

    /// The line to write at a call's end; `nil` when the client no longer waits for it.
    public mutating func finish(_ id: RPCID, with outcome: Outcome) -> [UInt8]? {
        guard let open = calls.removeValue(forKey: id) else { return nil }
        let speech = open.speech
        switch (open.call, outcome) {
        case (.approve(let call), .answered(let answer)): return speech.toolResult(call.text(for: answer), to: id)
        case (.ask(let call), .answered(let answer)): return said(answer, to: call, speech, id)
        case (.notify, .notified(let notification)):
            return speech.toolResult(
                "The person is told.", structured: ["notification_id": .string(notification.description)], to: id)
        case (.approve, .failed(let why)): return failure(of: .approve, why, speech, id)
        case (_, .failed(let why)): return speech.toolResult(why, isError: true, to: id)
        case (.approve, .notified): return failure(of: .approve, "there is no answer", speech, id)
        case (.ask, .notified), (.notify, .answered): return speech.toolResult("there is no answer", isError: true, to: id)
        }
    }

    private func said(_ answer: VerifiedAnswer, to call: QuestionCall, _ speech: MCPSpeech, _ id: RPCID) -> [UInt8] {
        guard answer.inputDigest == call.content.inputDigest else {
            return speech.toolResult("the answer is about another question", isError: true, to: id)
        }
        switch answer.answer {
        case .deny(let message):
            let words = message.map { ": \($0)" } ?? "."
            return speech.toolResult("The person declined to answer\(words)", isError: true, to: id)
        case .replies(let replies):
            guard let said = call.answer(of: replies) else { break }
            return speech.toolResult(said.text, structured: said.structured, to: id)
        case .approve: break
        }
        return speech.toolResult("the answer does not fit the questions", isError: true, to: id)
    }

    /// A line that tells the client that a call is still being worked on, so that it goes on waiting; `nil` when the
    /// client wants none, or the call is over.
    public func progress(of id: RPCID, seconds: Int, of total: Int) -> [UInt8]? {
        guard let open = calls[id], let token = open.progressToken else { return nil }
        return open.speech.progress(token, seconds: seconds, of: total)
    }
}
