import BellhopAgents
import BellhopClient
import BellhopModel

/// An ask while it is open: what was asked, and where its prompt is stored.
private struct OpenAsk: Sendable {
    /// The ask under the nonce of its prompt.
    let draft: AskDraft
    let ask: Ask
    /// The state that holds the prompt; `nil` for a gate, which has no prompt, and when there is no session.
    let session: HookSessionState?
    let monitor: PromptMonitor
}

extension HookRun {
    /// Asks, waits for the answer from the phone or the terminal, and replies.
    func ask(_ draft: AskDraft) async throws -> HookReply {
        let call = ToolCall(of: input)
        let isGate = draft.dialect.isGate
        // Beside a gate there is no prompt to be answered in the terminal.
        var monitor = PromptMonitor(
            call: call, transcripts: isGate ? [] : input.transcripts, agent: environment.agent)
        let prompt = try key(of: draft)
        if let session, input.agent != .opencode {
            monitor.slot = await session.takeSlot(
                for: prompt, entry: environment.settingsEntry, of: slots(for: call, in: session), time: time)
        }
        let name = monitor.slot?.name ?? prompt
        var asked = draft
        let reply: Result<HookReply, any Error>
        do {
            reply = .success(try await ask(&asked, named: name, monitor))
        } catch {
            reply = .failure(error)
        }
        // Before the agent continues, and may come to an equal prompt.
        await session?.removeNonce(asked.content.nonce, of: name, time: time)
        if let slot = monitor.slot { await session?.release(slot, time: time) }
        return try reply.get()
    }

    /// The number of equal prompts that hooks of one entry may have at this moment.
    ///
    /// Claude Code runs equal entries of all settings files once, but not those of plugins (code.claude.com/docs/en/hooks);
    /// Gemini CLI does so too (google-gemini/gemini-cli, hookPlanner.ts). Codex gives no such guarantee: it runs an entry twice
    /// for one prompt when it is configured twice. However, Codex reports each call before it asks about it. If exactly one equal
    /// call has begun, there is one prompt, and its hooks share an ask. With several calls, or none known, each hook makes its
    /// own ask, so one approval never lets two calls run.
    private func slots(for call: ToolCall?, in session: HookSessionState) -> Int {
        guard input.agent == .codex, let call else { return HookSessionState.maximumSlots }
        return session.countOfBegun(like: call) == 1 ? 1 : HookSessionState.maximumSlots
    }

    private var expiresIn: Int { Int(timeouts.answer.components.seconds) }

    private func key(of draft: AskDraft, repetition: Int = 0) throws -> String {
        try draft.idempotencyKey(expiresIn: expiresIn, hold: environment.hold, repetition: repetition)
    }

    /// - Parameter asked: replaced by the ask under its prompt's nonce.
    private func ask(
        _ asked: inout AskDraft, named name: String, _ monitor: PromptMonitor
    ) async throws -> HookReply {
        let draft = asked
        let state = draft.dialect.isGate ? nil : session
        let prompt = monitor.call.flatMap { state?.addPrompt(about: $0) }
        // Unless it has another state by then.
        defer { if let prompt { state?.markUnsent(prompt) } }
        let ask = try await open { repetition in
            let used = repetition == 0 ? nil : asked.content.nonce
            let shared = await session?.nonce(of: name, after: used, time: time) {
                PromptNonce(nonce: environment.nonce(), until: time.now() + timeouts.answer)
            }
            // Without shared files, every hook of the prompt derives the same nonce.
            asked = draft.bound(to: try shared ?? key(of: draft, repetition: repetition))
            return (asked.request(expiresIn: expiresIn, hold: environment.hold), try key(of: asked))
        }
        progress.update { $0.ask = ask }
        await environment.onAccepted(ask)
        let open = OpenAsk(draft: asked, ask: ask, session: state, monitor: monitor)
        if let state, let prompt, !state.move(prompt, to: .asked(ask.id)) {
            return try await withdraw(open, .answeredInTerminal)
        }
        defer { state?.close(.asked(ask.id), at: time.now()) }
        switch try await end(of: open, in: prompt == nil ? nil : state) {
        case .phone(.ended(let ended)):
            // The hook of a later event withdrew it first.
            if let reason = ended.resolution?.reason { return Self.withdrawn(reason, asked) }
            return try await reply(to: open, ended)
        case .phone(.gaveUp(let failure)):
            // After a slow start the deadline on the server is later than this one.
            let closed = try? await client.closeAsk(ask.id, reason: .withdrawnByAgent)
            if let closed, closed.resolution?.answer != nil { return try await reply(to: open, closed) }
            return .failure(failure.map { "no answer in time (\($0))" } ?? "no answer in time", in: asked.dialect)
        case .terminal(let reason): return try await withdraw(open, reason)
        }
    }

    /// Creates the ask. Without a response, withdraws the ask that may have been created: its answer would be lost.
    ///
    /// - Parameter attempt: see `BellhopClient.openAsk(_:)`.
    private func open(
        _ attempt: (_ repetition: Int) async throws -> (request: AskRequest, idempotencyKey: String)
    ) async throws -> Ask {
        var digest: String?
        do {
            return try await client.openAsk { repetition in
                let next = try await attempt(repetition)
                digest = next.request.content.inputDigest
                return next
            }
        } catch let error as ClientError where error.mayHaveSucceeded {
            if let digest { await withdrawAsk(about: digest) }
            throw error
        }
    }

    /// Searches the ask instead of sending it again, which might create it. An ask that the server creates later, or that
    /// is not found, ends at its deadline; an answer until then is not reported as applied.
    private func withdrawAsk(about digest: String) async {
        try? await withLimit(.seconds(1)) {
            // The digest covers a nonce: no other prompt has the same.
            for ask in try await client.call(API.listAsks, query: ["state": "pending", "limit": 200]).items
            where ask.request.inputDigest == digest {
                try await client.withdrawAsk(ask.id, reason: .withdrawnByAgent)
            }
        }
    }

    /// Withdraws the ask. The agent does not wait for this run any more, so it may retry while the server is away. When the
    /// phone answered first, its answer counts.
    private func withdraw(_ open: OpenAsk, _ reason: WithdrawalReason) async throws -> HookReply {
        let closed = try await client.closeAsk(open.ask.id, reason: reason, until: deadline)
        guard closed.resolution?.answer != nil else { return Self.withdrawn(reason, open.draft) }
        return try await reply(to: open, closed)
    }

    private enum End: Sendable {
        case phone(AskWait)
        case terminal(WithdrawalReason)
    }

    /// Waits for the phone and the terminal; the first one wins.
    private func end(of open: OpenAsk, in state: HookSessionState?) async throws -> End {
        try await withThrowingTaskGroup(of: End.self) { group in
            defer { group.cancelAll() }
            group.addTask { .phone(try await client.waitForAnswer(to: open.ask.id, until: deadline)) }
            group.addTask {
                .terminal(try await open.monitor.withdrawalReason(of: open.ask.id, in: state, time: time))
            }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func reply(to open: OpenAsk, _ ended: Ask) async throws -> HookReply {
        let draft = open.draft
        let result = try await client.verifyAnswer(
            to: ended, askedAbout: draft.content.inputDigest, trust: environment.trust)
        let reply = HookReply(to: draft, result)
        guard case .decision = reply else { return reply }
        if ended.state == .approved { progress.update { $0.scripts = draft.scripts } }
        guard let session = open.session, let call = open.monitor.call else { return reply }
        // Before the agent continues, and may come to an equal prompt.
        if ended.state == .denied {
            if case .deny(let message, _)? = ended.resolution?.answer?.answer {
                recordDenial(message, of: ended.id, about: call, in: session)
            }
            session.removeCall(like: call)
        } else {
            await session.recordApproval(of: call, by: ended.id, time: time)
        }
        return reply
    }

    /// Stores the denial for ``TurnMonitor``, which reports whether it was applied: Claude Code does not report how the prompt
    /// in its terminal was answered.
    private func recordDenial(_ message: String?, of ask: AskID, about call: ToolCall, in session: HookSessionState) {
        guard input.agent == .claude, call.subagent == nil, let use = session.toolUseID(of: call) else { return }
        let text = message.flatMap { $0.isEmpty ? nil : $0 } ?? HookReply.defaultDenial
        let denial = UnconfirmedDenial(toolUseID: use, message: String(text.prefix(200)))
        if session.add(denial, of: ask) { progress.update { $0.isDenialUnconfirmed = true } }
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
