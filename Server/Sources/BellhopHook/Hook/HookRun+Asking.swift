import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// - Parameter deadline: of this run, by this machine's clock; the ask's is by the server's.
    func ask(
        _ draft: AskDraft, at desk: Desk?, _ call: ToolCall?, _ transcript: String?, until deadline: Timestamp
    ) async throws -> HookReply {
        let name = try draft.idempotencyKey(for: request(draft))
        var asked = draft
        let reply: Result<HookReply, any Error>
        do {
            reply = .success(try await ask(&asked, named: name, at: desk, call, transcript, until: deadline))
        } catch {
            reply = .failure(error)
        }
        // Before the agent goes on, and may come to an equal prompt.
        await desk?.forget(asked.content.nonce, of: name, by: time)
        return try reply.get()
    }

    /// - Parameter asked: what is asked; under the nonce of its prompt as soon as there is one.
    private func ask(
        _ asked: inout AskDraft, named name: String, at meeting: Desk?, _ call: ToolCall?, _ transcript: String?,
        until deadline: Timestamp
    ) async throws -> HookReply {
        let draft = asked
        // Beside a gate there is no prompt that somebody at the desk could answer.
        let (desk, transcript) = draft.dialect.isGate ? (nil, nil) : (meeting, transcript)
        let prompt = call.flatMap { desk?.expect($0) }
        defer { if let prompt { desk?.forget(prompt) } }
        let ask = try await open { repetition in
            let used = repetition == 0 ? nil : asked.content.nonce
            let shared = await meeting?.nonce(of: name, after: used, by: time) {
                PromptNonce(nonce: nonce(), until: time.now() + wait)
            }
            // Without a place to meet, every hook of the prompt finds the same one by itself.
            asked = draft.bound(to: try shared ?? draft.idempotencyKey(for: request(draft), repetition: repetition))
            return (request(asked), try asked.idempotencyKey(for: request(asked)))
        }
        await onAccepted(ask)
        if let desk, let prompt, !desk.open(.ask(ask.id), at: prompt) {
            return try await close(ask, asked, .answeredInTerminal, until: deadline)
        }
        defer { desk?.close(.ask(ask.id)) }
        let watch = DeskWatch(desk: prompt == nil ? nil : desk, ask: ask.id, call: call, transcript: transcript)
        switch try await end(of: ask, watch, until: deadline) {
        case .phone(.ended(let ended)):
            // The hook of a later event was the first to say so.
            if let reason = ended.resolution?.reason { return Self.withdrawn(reason, asked) }
            return try await reply(to: asked, ended)
        case .phone(.gaveUp(let failure)):
            // After a slow start its deadline on the server is later than this one.
            let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent)
            if let closed, closed.resolution?.answer != nil { return try await reply(to: asked, closed) }
            return .failure(failure.map { "no answer in time (\($0))" } ?? "no answer in time", in: asked.dialect)
        case .desk(let reason): return try await close(ask, asked, reason, until: deadline)
        }
    }

    private func request(_ draft: AskDraft) -> AskRequest {
        draft.request(expiresIn: Int(wait.components.seconds), hold: hold)
    }

    /// Takes the ask back. Nobody waits for this run any more, so that it has time to tell a server that is away for a
    /// while. The phone may have been first by a hair: then its answer counts.
    private func close(
        _ ask: Ask, _ draft: AskDraft, _ reason: WithdrawalReason, until deadline: Timestamp
    ) async throws -> HookReply {
        let closed = try await client.closeAsk(ask.id, reason: reason, until: deadline)
        return closed.resolution?.answer == nil ? Self.withdrawn(reason, draft) : try await reply(to: draft, closed)
    }

    private enum End: Sendable {
        case phone(AskWait)
        case desk(WithdrawalReason)
    }

    /// The first of both wins.
    private func end(of ask: Ask, _ watch: DeskWatch, until deadline: Timestamp) async throws -> End {
        try await withThrowingTaskGroup(of: End.self) { group in
            defer { group.cancelAll() }
            group.addTask { .phone(try await client.waitForAnswer(to: ask.id, until: deadline)) }
            group.addTask { .desk(try await watch.answered(pausing: time)) }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func reply(to draft: AskDraft, _ ended: Ask) async throws -> HookReply {
        let verification = AnswerVerification(keys: try await client.answerKeys(trusted: trusted))
        return HookReply(to: draft, verification.verdict(on: ended, askedAbout: draft.content.inputDigest))
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
