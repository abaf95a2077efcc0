import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    func ask(
        _ draft: AskDraft, at desk: Desk?, _ call: ToolCall?, _ transcript: String?
    ) async throws -> HookReply {
        let request = draft.request(expiresIn: Int(wait.components.seconds), hold: hold)
        let ask = try await client.openAsk(request) { try draft.idempotencyKey(for: request, repetition: $0) }
        let watch = desk.flatMap { desk in
            call.map { DeskWatch(desk: desk, ask: ask.id, call: $0, transcript: transcript) }
        }
        if let watch { watch.desk.open(ask.id, about: watch.call) }
        await onAccepted(ask)
        // The prompt in the terminal is the answer's only way; later events close the ask.
        guard !notifyOnly || draft.dialect.isGate else {
            return .silence("asked the phone; the answer is given in the terminal")
        }
        defer { watch?.desk.close(ask.id) }
        switch try await end(of: ask, watch) {
        case .phone(.ended(let ended)):
            // The hook of a later event was the first to say so.
            if let reason = ended.resolution?.reason { return Self.withdrawn(reason, draft) }
            return try await reply(to: draft, ended)
        case .phone(.gaveUp(let failure)):
            return .failure(failure.map { "no answer in time (\($0))" } ?? "no answer in time", in: draft.dialect)
        case .desk(let reason): return try await withdraw(ask, draft, reason)
        }
    }

    private enum End: Sendable {
        case phone(AskWait)
        case desk(WithdrawalReason)
    }

    /// The first of both wins.
    private func end(of ask: Ask, _ watch: DeskWatch?) async throws -> End {
        try await withThrowingTaskGroup(of: End.self) { group in
            defer { group.cancelAll() }
            group.addTask { .phone(try await client.waitForAnswer(to: ask.id, until: ask.deadline)) }
            if let watch { group.addTask { .desk(try await watch.answered(pausing: time)) } }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func reply(to draft: AskDraft, _ ended: Ask) async throws -> HookReply {
        let verification = AnswerVerification(keys: try await client.answerKeys(trusted: trusted))
        return HookReply(to: draft, verification.verdict(on: ended, askedAbout: draft.content.inputDigest))
    }

    /// Takes the ask back. The phone may have been first by a hair: then its answer counts.
    private func withdraw(_ ask: Ask, _ draft: AskDraft, _ reason: WithdrawalReason) async throws -> HookReply {
        do {
            try await client.withdrawAsk(ask.id, reason: reason)
        } catch ClientError.refused(let error, _) where error.code == .askAlreadyAnswered {
            return try await reply(to: draft, try await client.getAsk(ask.id))
        }
        return Self.withdrawn(reason, draft)
    }

    private static func withdrawn(_ reason: WithdrawalReason, _ draft: AskDraft) -> HookReply {
        let why =
            switch reason {
            case .answeredInTerminal: "answered in the terminal"
            case .agentEnded: "the agent has ended"
            default: "the ask was withdrawn"
            }
        return .failure(why, in: draft.dialect)
    }
}
