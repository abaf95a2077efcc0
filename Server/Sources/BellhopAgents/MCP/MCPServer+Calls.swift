import BellhopModel

/// Tool calls, from their arguments to their results.
extension MCPServer {
    mutating func call(_ message: RPCMessage, _ id: RPCID, _ writer: MCPWriter) throws(Refusal) -> Step {
        guard let name = message.params["name"]?.string, let tool = MCPTool(rawValue: name) else {
            throw Refusal(
                .invalidParams, "name: the tools are \(MCPTool.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard calls[id] == nil else { throw Refusal(.invalidRequest, "id: a call with this id is still open") }
        guard calls.count < Self.callLimit else {
            return .send(failure(of: tool, "\(Self.callLimit) calls are waiting already", writer, id))
        }
        let meta = message.params["_meta"]
        var caller = caller
        caller.name = Self.name(meta?["io.modelcontextprotocol/clientInfo"]) ?? caller.name
        do {
            let call = try MCPToolCall(tool, message.params["arguments"]?.object ?? [:], from: caller)
                .bound(to: nonce())
            let token = RPCID(meta?["progressToken"])?.json
            calls[id] = OpenCall(call: call, writer: writer, progressToken: token)
            return .start(Call(id: id, work: call.work, wantsProgress: token != nil))
        } catch {
            return .send(failure(of: tool, error.text, writer, id))
        }
    }

    /// The result of a failed call, addressed to the model, which may correct it. `approve` always returns a decision.
    private func failure(of tool: MCPTool, _ why: String, _ writer: MCPWriter, _ id: RPCID) -> [UInt8] {
        switch tool {
        case .approve: writer.toolResult(ApproveCall.denial("Not approved: \(why)"), to: id)
        case .ask, .notify: writer.toolResult(why, isError: true, to: id)
        }
    }

    /// Ends a call.
    ///
    /// - Returns: the line to write; `nil` when the client no longer waits for it.
    public mutating func finish(_ id: RPCID, with ending: CallEnding) -> [UInt8]? {
        guard let open = calls.removeValue(forKey: id) else { return nil }
        let writer = open.writer
        switch (open.call, ending) {
        case (.approve(let call), .answered(let answer)): return writer.toolResult(call.text(for: answer), to: id)
        case (.ask(let call), .answered(let answer)): return result(of: answer, to: call, writer, id)
        case (.notify, .notified(let notification)):
            return writer.toolResult(
                "The notification was sent.", structured: ["notification_id": .string(notification.description)], to: id
            )
        case (.approve, .failed(let why)): return failure(of: .approve, why, writer, id)
        case (_, .failed(let why)): return writer.toolResult(why, isError: true, to: id)
        case (.approve, .notified): return failure(of: .approve, "there is no answer", writer, id)
        case (.ask, .notified), (.notify, .answered):
            return writer.toolResult("there is no answer", isError: true, to: id)
        }
    }

    private func result(of answer: VerifiedAnswer, to call: QuestionCall, _ writer: MCPWriter, _ id: RPCID) -> [UInt8] {
        guard answer.inputDigest == call.content.inputDigest else {
            return writer.toolResult("the answer is about another question", isError: true, to: id)
        }
        switch answer.answer {
        case .deny(let message, _):
            let words = message.map { ": \($0)" } ?? "."
            return writer.toolResult("The user declined to answer\(words)", isError: true, to: id)
        case .replies(let replies):
            guard let answered = call.answer(of: replies) else { break }
            return writer.toolResult(answered.text, structured: answered.structured, to: id)
        case .approve, .approveAndRemember: break
        }
        return writer.toolResult("the answer does not fit the questions", isError: true, to: id)
    }

    /// The line that reports progress, so that the client keeps waiting; `nil` when the client wants none, or the call is over.
    public func progress(of id: RPCID, seconds: Int, of total: Int) -> [UInt8]? {
        guard let open = calls[id], let token = open.progressToken else { return nil }
        return open.writer.progress(token, seconds: seconds, of: total)
    }
}
