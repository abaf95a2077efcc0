import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// What an event says besides what it asks: which prompts are over, and how the session goes on.
    ///
    /// Best effort. The agent loses nothing when it fails.
    ///
    /// - Parameter limit: for all of it.
    /// - Returns: why something could not be told, in one line; `nil` when all was.
    func tell(of input: HookInput, _ desk: Desk?, within limit: Duration) async -> String? {
        let failure: (any Error)?
        do {
            failure = try await within(limit) { await tell(of: input, desk) }
        } catch {
            failure = error
        }
        guard let failure else { return nil }
        onUntold(input, failure)
        return "\(failure)"
    }

    private func tell(of input: HookInput, _ desk: Desk?) async -> (any Error)? {
        let ended = HookSessionEvent(of: input).flatMap { desk?.heed($0, at: time.now()) } ?? []
        // On this machine first, where it takes no time.
        let report = await report(of: input, desk)
        let failure = await takeBack(ended, desk)
        do {
            // What is no detail says by itself how the session goes on.
            if let desk, report?.isDetail ?? true, ended.contains(where: \.isToldOnly), desk.told.isSubset(of: ended) {
                try await tellStatus(.running, of: input, with: report)
            } else if let report {
                try await send(report, of: input)
            }
        } catch {
            return failure ?? error
        }
        return failure
    }

    /// All at once: there may be little time.
    func takeBack(_ ended: [ShownPrompt], _ desk: Desk?) async -> (any Error)? {
        await withTaskGroup(of: (any Error)?.self) { group in
            for shown in ended {
                group.addTask {
                    switch shown {
                    // Whoever waits for it sees that it is closed and withdraws it too; it may have been killed, though.
                    case .ask(let id): await withdraw(id)
                    case .notification(let id): await takeBack(id, desk)
                    }
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
    }

    private func withdraw(_ id: AskID) async -> (any Error)? {
        do {
            _ = try await client.withdrawAsk(id, reason: .answeredInTerminal)
        } catch ClientError.refused(let error, _) where !error.code.isRetryable {
            // It has ended otherwise, or this server does not have it.
        } catch {
            return error
        }
        return nil
    }

    /// Says whether the session waits for its person.
    ///
    /// - Parameter report: what else there is to say of it.
    func tellStatus(_ status: SessionStatus?, of input: HookInput, with report: SessionReport? = nil) async throws {
        guard let status, let id = input.sessionID else { return }
        var update = SessionUpdate()
        if case .update(_, let detail) = report { update = detail }
        update.status = status
        try await send(.update(id, update), of: input)
    }

    private func report(of input: HookInput, _ desk: Desk?) async -> SessionReport? {
        // An ask says by itself that its session waits.
        guard ![.permissionRequest, .questionAsked].contains(input.event) else { return nil }
        guard input.event != .sessionEnd else { return SessionReport(of: input, tasks: TaskList(), host: host) }
        let report = await desk?.changeTasks(pausing: time) { kept -> SessionReport? in
            let isNew = kept.tasks.take(input)
            guard let report = SessionReport(of: input, tasks: kept.tasks, host: host) else { return nil }
            kept.latest = key
            switch report {
            case .start: kept.turn = key
            case .update(_, let update): if update.status != nil { kept.turn = nil }
            }
            guard report.isDetail, !isNew else {
                kept.reportedAt = report.isDetail ? time.now() : nil
                return report
            }
            let now = time.now()
            // Not where a clock was put back since.
            if let last = kept.reportedAt, last <= now, now < last + TaskFile.pause { return nil }
            kept.reportedAt = now
            return report
        }
        if case .start?? = report { onTurn() }
        return report ?? nil
    }

    func send(_ report: SessionReport, of input: HookInput) async throws {
        switch report {
        case .start(let request):
            _ = try await client.call(API.startSession, body: request)
        case .update(let id, let update):
            do {
                _ = try await client.call(API.updateSession, id, body: update)
            } catch ClientError.refused(let error, _) where error.code == .notFound {
                // It began before the hooks were set up, or with another server. Now that it is over it is nobody's business.
                guard update.status != .completed else { return }
                _ = try await client.call(API.startSession, body: SessionReport.request(id, input, host))
                _ = try await client.call(API.updateSession, id, body: update)
            }
        }
    }
}
