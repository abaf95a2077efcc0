import BellhopModel

/// What the phone says.
extension AgentProxy {
    /// - Returns: nothing when the request was answered or taken back meanwhile.
    public mutating func resolve(_ ticket: Ticket.ID, with outcome: Outcome) -> [Effect] {
        guard let (id, open) = waiting.first(where: { $0.value.ticket == ticket }) else { return [] }
        waiting[id] = nil
        switch result(of: outcome, for: open.prompt) {
        case .success(let result):
            guard !options.phoneOnly else { return respond(result, to: open.asker) }
            settled.add(id)
            return respond(result, to: open.asker) + dismissal(of: open.asker)
        case .failure(let failure):
            guard options.phoneOnly else { return [.remark("the editor decides: \(failure.why)")] }
            return respond(open.prompt.refusal.no, to: open.asker) + [.remark("refused: \(failure.why)")]
        }
    }

    private struct NoResult: Error { let why: String }

    private func result(of outcome: Outcome, for prompt: AgentPrompt) -> Result<JSONValue, NoResult> {
        switch outcome {
        case .failed(let why): return .failure(NoResult(why: why))
        case .answered(let answer):
            guard answer.inputDigest == prompt.content.inputDigest else {
                return .failure(NoResult(why: AnswerVerification.Refusal.otherInput.description))
            }
            guard let result = prompt.result(for: answer.answer) else {
                return .failure(NoResult(why: "the answer does not fit what was asked"))
            }
            return .success(result)
        }
    }

    /// Tells an ACP client that the agent waits no longer, so that its dialog goes (agentclientprotocol.com/protocol/v1/
    /// cancellation). Codex tells its clients itself.
    private mutating func dismissal(of asker: Asker) -> [Effect] {
        guard asker.isMarked else { return [] }
        let line = RPCLine.notification("$/cancel_request", ["requestId": asker.id.json])
        return say(line, to: .client)
    }
}
