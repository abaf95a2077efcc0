import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// What an event says besides what it asks: which prompts are over, and how the session goes on.
    ///
    /// Best effort. The agent loses nothing when it fails.
    func tell(of input: HookInput, _ desk: Desk?) async {
        let ended = DeskNews(of: input).flatMap { desk?.heed($0, at: time.now()) } ?? []
        for shown in ended {
            switch shown {
            // Whoever waits for it sees that it is closed and withdraws it too; it may have been killed, though.
            case .ask(let id): _ = try? await client.withdrawAsk(id, reason: .answeredInTerminal)
            case .notification(let id): await takeBack(id, desk)
            }
        }
        let report = await report(of: input, desk)
        // What is no detail says by itself how the session goes on.
        if let desk, report?.isDetail ?? true, ended.contains(where: \.isToldOnly), desk.told.isSubset(of: ended) {
            await tellStatus(.running, of: input, with: report)
        } else if let report {
            try? await send(report, of: input)
        }
    }

    /// Says whether the session waits for its person. Best effort.
    ///
    /// - Parameter report: what else there is to say of it.
    func tellStatus(_ status: SessionStatus?, of input: HookInput, with report: SessionReport? = nil) async {
        guard let status, let id = input.sessionID else { return }
        var update = SessionUpdate()
        if case .update(_, let detail) = report { update = detail }
        update.status = status
        try? await send(.update(id, update), of: input)
    }

    private func report(of input: HookInput, _ desk: Desk?) async -> SessionReport? {
        // An ask says by itself that its session waits.
        guard ![.permissionRequest, .questionAsked].contains(input.event) else { return nil }
        guard input.event != .sessionEnd else { return SessionReport(of: input, tasks: TaskList(), host: host) }
        let report = await desk?.changeTasks(pausing: time) { kept -> SessionReport? in
            let isNew = kept.tasks.take(input)
            guard let report = SessionReport(of: input, tasks: kept.tasks, host: host) else { return nil }
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
        return report ?? nil
    }

    private func send(_ report: SessionReport, of input: HookInput) async throws {
        switch report {
        case .start(let request):
            _ = try await client.startSession(request)
        case .update(let id, let update):
            do {
                _ = try await client.updateSession(id, update)
            } catch ClientError.refused(let error, _) where error.code == .notFound && update.status != .completed {
                // It began before the hooks were set up, or with another server.
                _ = try await client.startSession(SessionReport.request(id, input, host))
                _ = try await client.updateSession(id, update)
            }
        }
    }
}
