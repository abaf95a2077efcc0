import BellhopModel

/// What the phone says.
extension AgentProxy {
    /// - Returns: nothing when the request was answered or taken back meanwhile.
    public mutating func resolve(_ ticket: Ticket.ID, with ending: AskEnding) -> [Effect] {
        guard let (id, open) = waiting.first(where: { $0.value.ticket == ticket }) else { return [] }
        switch ending {
        case .withdrawn: return []
        case .failed(let why):
            waiting[id] = nil
            return unanswered(open, why)
        case .answered(let answer):
            waiting[id] = nil
            guard answer.inputDigest == open.prompt.content.inputDigest else {
                return unanswered(open, AnswerVerification.Refusal.otherInput.description)
            }
            guard let result = open.prompt.result(for: answer.answer) else {
                return unanswered(open, "the answer does not fit what was asked")
            }
            guard !options.phoneOnly else { return respond(result, to: open.asker) }
            settled.add(id)
            return respond(result, to: open.asker) + dismissal(of: open.asker)
        }
    }

    private mutating func unanswered(_ open: Waiting, _ why: String) -> [Effect] {
        guard options.phoneOnly else { return [.remark("the editor decides: \(why)")] }
        return respond(open.prompt.refusal.no, to: open.asker) + [.remark("refused: \(why)")]
    }

    /// Tells an ACP client that the agent waits no longer, so that its dialog goes (agentclientprotocol.com/protocol/v1/
    /// cancellation). Codex tells its clients itself.
    private mutating func dismissal(of asker: Asker) -> [Effect] {
        guard asker.isMarked else { return [] }
        let line = RPCLine.notification("$/cancel_request", ["requestId": asker.id.json])
        return say(line, to: .client)
    }
}
