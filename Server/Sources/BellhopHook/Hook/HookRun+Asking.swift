import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// - Parameter deadline: of this run, by this machine's clock; the ask's is by the server's.
    func ask(
        _ draft: AskDraft, at desk: Desk?, _ call: ToolCall?, _ transcripts: [String], until deadline: Timestamp
    ) async throws -> HookReply {
        // Beside a gate there is no prompt that somebody at the desk could answer.
        var watch = DeskWatch(call: call, transcripts: draft.dialect.isGate ? [] : transcripts, audience: audience)
        let prompt = try draft.idempotencyKey(for: request(draft))
        if let entry, let desk {
            watch.seat = await desk.takeSeat(at: prompt, for: entry, of: seats(for: call, at: desk), by: time)
        }
        let name = watch.seat?.name ?? prompt
        var asked = draft
        let reply: Result<HookReply, any Error>
        do {
            reply = .success(try await ask(&asked, named: name, at: desk, watch, until: deadline))
        } catch {
            reply = .failure(error)
        }
        // Before the agent goes on, and may come to an equal prompt.
        await desk?.forget(asked.content.nonce, of: name, by: time)
        if let seat = watch.seat { await desk?.leave(seat, by: time) }
        return try reply.get()
    }

    /// - Parameter asked: what is asked; under the nonce of its prompt as soon as there is one.
    private func ask(
        _ asked: inout AskDraft, named name: String, at meeting: Desk?, _ watch: DeskWatch, until deadline: Timestamp
    ) async throws -> HookReply {
        let draft = asked
        let desk = draft.dialect.isGate ? nil : meeting
        let prompt = watch.call.flatMap { desk?.expect($0) }
        // Unless it is shown by then.
        defer { if let prompt { desk?.leaveUnshown(prompt) } }
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
        let place = (desk: desk, call: watch.call, seat: watch.seat)
        if let desk, let prompt, !desk.open(.ask(ask.id), at: prompt) {
            return try await close(ask, asked, .answeredInTerminal, at: place, until: deadline)
        }
        defer { desk?.close(.ask(ask.id), at: time.now()) }
        switch try await end(of: ask, watch, on: prompt == nil ? nil : desk, until: deadline) {
        case .phone(.ended(let ended)):
            // The hook of a later event was the first to say so.
            if let reason = ended.resolution?.reason { return Self.withdrawn(reason, asked) }
            return try await reply(to: asked, ended, at: place)
        case .phone(.gaveUp(let failure)):
            // After a slow start its deadline on the server is later than this one.
            let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent)
            if let closed, closed.resolution?.answer != nil { return try await reply(to: asked, closed, at: place) }
            return .failure(failure.map { "no answer in time (\($0))" } ?? "no answer in time", in: asked.dialect)
        case .desk(let reason): return try await close(ask, asked, reason, at: place, until: deadline)
        }
    }

    /// Where a prompt stands, and what it is about, as far as is known.
    private typealias Place = (desk: Desk?, call: ToolCall?, seat: PromptSeat?)

    private func request(_ draft: AskDraft) -> AskRequest {
        draft.request(expiresIn: Int(wait.components.seconds), hold: hold)
    }

    /// Takes the ask back. Nobody waits for this run any more, so that it has time to tell a server that is away for a
    /// while. The phone may have been first by a hair: then its answer counts.
    private func close(
        _ ask: Ask, _ draft: AskDraft, _ reason: WithdrawalReason, at place: Place, until deadline: Timestamp
    ) async throws -> HookReply {
        let closed = try await client.closeAsk(ask.id, reason: reason, until: deadline)
        guard closed.resolution?.answer != nil else { return Self.withdrawn(reason, draft) }
        return try await reply(to: draft, closed, at: place)
    }

    private enum End: Sendable {
        case phone(AskWait)
        case desk(WithdrawalReason)
    }

    /// The first of both wins.
    private func end(
        of ask: Ask, _ watch: DeskWatch, on desk: Desk?, until deadline: Timestamp
    ) async throws -> End {
        try await withThrowingTaskGroup(of: End.self) { group in
            defer { group.cancelAll() }
            group.addTask { .phone(try await client.waitForAnswer(to: ask.id, until: deadline)) }
            group.addTask { .desk(try await watch.answered(ask.id, on: desk, pausing: time)) }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func reply(to draft: AskDraft, _ ended: Ask, at place: Place) async throws -> HookReply {
        let verification = AnswerVerification(keys: try await client.answerKeys(trusted: trusted))
        let reply = HookReply(to: draft, verification.verdict(on: ended, askedAbout: draft.content.inputDigest))
        if case .decision = reply, ended.state == .approved { onAllow(draft.scripts) }
        if case .decision = reply, case .deny(let message, _)? = ended.resolution?.answer?.answer {
            note(message, on: ended, at: place)
        }
        // Before the agent goes on, and may come to an equal prompt.
        guard case .decision = reply, let desk = place.desk, let call = place.call else { return reply }
        if ended.state == .denied {
            desk.forgetCall(like: call)
        } else if let seat = place.seat, desk.hasNeighbour(seat) {
            desk.expectEnd(of: call)
        }
        return reply
    }

    /// A denial beside a prompt in the terminal of an agent that tells nobody how that was answered.
    private func note(_ message: String?, on ask: Ask, at place: Place) {
        guard agent == .claude, let desk = place.desk, let call = place.call, call.subagent == nil,
            let use = desk.useID(of: call)
        else { return }
        let words = message.flatMap { $0.isEmpty ? nil : $0 } ?? "Denied from phone"
        if desk.note(SaidDenial(use: use, message: String(words.prefix(200))), of: ask.id) { onUncertain() }
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
