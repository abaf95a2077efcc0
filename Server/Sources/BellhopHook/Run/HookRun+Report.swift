import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// Reports the effects of an event besides its ask: the prompts that are over, and the session's status.
    ///
    /// Best effort: the agent loses nothing when it fails.
    ///
    /// - Returns: the failure, in one line.
    func reportEvent() async -> String? {
        let failure: (any Error)?
        do {
            failure = try await withLimit(timeouts.report) { await report() }
        } catch {
            failure = error
        }
        guard let failure else { return nil }
        progress.reportFailed(failure, of: input, payload)
        return "\(failure)"
    }

    private func report() async -> (any Error)? {
        let ended = HookSessionEvent(of: input).flatMap { session?.apply($0, at: time.now()) } ?? []
        // The local files first, which take no time.
        let report = await sessionReport()
        let failure = await close(ended)
        do {
            // A report with a status includes whether the session continues.
            if let session, report?.isDetail ?? true, ended.contains(where: \.isNotification),
                session.notifications.isSubset(of: ended)
            {
                try await reportStatus(.running, with: report)
            } else if let report {
                try await send(report)
            }
        } catch {
            return failure ?? error
        }
        return failure
    }

    /// Withdraws the asks and cancels the notifications of prompts that are over, all at once: there may be little time.
    func close(_ ended: [OpenPrompt]) async -> (any Error)? {
        await withTaskGroup(of: (any Error)?.self) { group in
            for prompt in ended {
                group.addTask {
                    switch prompt {
                    // The hook that waits for the ask withdraws it too, unless it was killed.
                    case .asked(let id): await withdraw(id)
                    case .notified(let id): if let session { await cancel(id, in: session) } else { nil }
                    case .pending, .unsent: nil
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
            // It ended otherwise, or this server does not have it.
        } catch {
            return error
        }
        return nil
    }

    /// Reports whether the session waits for its user.
    ///
    /// - Parameter report: a detail to send with it.
    func reportStatus(_ status: SessionStatus?, with report: SessionReport? = nil) async throws {
        guard let status, let id = input.sessionID else { return }
        var update = SessionUpdate()
        if case .update(_, let detail) = report { update = detail }
        update.status = status
        try await send(.update(id, update))
    }

    /// The report of the event; `nil` for a detail that comes too soon after another.
    private func sessionReport() async -> SessionReport? {
        // An ask reports itself that its session waits.
        guard ![.permissionRequest, .questionAsked].contains(input.event) else { return nil }
        guard input.event != .sessionEnd else {
            return SessionReport(of: input, tasks: TaskList(), host: environment.host)
        }
        let report = await session?.updateRecord(time: time) { record -> SessionReport? in
            let isNew = record.tasks.update(with: input)
            guard let report = SessionReport(of: input, tasks: record.tasks, host: environment.host) else { return nil }
            record.latestRun = environment.runID
            switch report {
            case .start: record.turn = environment.runID
            case .update(_, let update): if update.status != nil { record.turn = nil }
            }
            guard report.isDetail, !isNew else {
                record.reportedAt = report.isDetail ? time.now() : nil
                return report
            }
            let now = time.now()
            // Not when the clock was set back since.
            if let last = record.reportedAt, last <= now, now < last + SessionRecord.detailInterval { return nil }
            record.reportedAt = now
            return report
        }
        if case .start?? = report { progress.update { $0.beginsTurn = true } }
        return report ?? nil
    }

    private func send(_ report: SessionReport) async throws {
        switch report {
        case .start(let request):
            _ = try await client.call(API.startSession, body: request)
        case .update(let id, let update):
            do {
                _ = try await client.call(API.updateSession, id, body: update)
            } catch ClientError.refused(let error, _) where error.code == .notFound {
                // It began before the hooks were set up, or with another server. A session that is over is not created.
                guard update.status != .completed else { return }
                _ = try await client.call(
                    API.startSession, body: SessionReport.request(id, input, environment.host))
                _ = try await client.call(API.updateSession, id, body: update)
            }
        }
    }
}

/// Late reports. The agent reports the end of a turn or session once, and often no event follows until the user returns. If the
/// hook cannot send this report while its agent is blocked, a separate process sends it after the agent has continued.
extension HookRun {
    /// Reports an end, unless a later event reports how the session continues.
    ///
    /// - Parameter run: the ``HookEnvironment/runID`` of the hook that could not report the end.
    /// - Returns: always an empty reply: the agent has continued.
    func reportLate(for run: String) async -> HookReply {
        guard HookTimeouts.isEnd(input.event) else { return .silence("\(input.event) is not reported late") }
        do {
            return try await withLimit(timeouts.report) {
                try await withThrowingTaskGroup(of: HookReply.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await reportEnd(for: run) }
                    group.addTask {
                        while !isOvertaken(run) { try await time.sleep(PromptMonitor.interval) }
                        return Self.overtaken
                    }
                    return try await group.next() ?? .silence("nothing")
                }
            }
        } catch {
            return .silence("\(error)")
        }
    }

    private static let overtaken = HookReply.silence("a later event reports more")

    private func reportEnd(for run: String) async throws -> HookReply {
        // Before the first request, which would otherwise be sent although a later event is known.
        guard !isOvertaken(run) else { return Self.overtaken }
        if case .notify(let notification) = try HookIntent(of: input, host: environment.host) {
            _ = try await client.call(
                API.sendNotification, body: notification,
                idempotencyKey: try input.idempotencyKey(for: notification) ?? run)
        }
        let tasks = session?.record?.tasks ?? TaskList()
        if let report = SessionReport(of: input, tasks: tasks, host: environment.host) { try await send(report) }
        return .silence("reported late")
    }

    /// Returns whether a later event reported the session's status. A session that is over has no record.
    private func isOvertaken(_ run: String) -> Bool {
        guard let latest = session?.record?.latestRun else { return false }
        return latest != run
    }
}
