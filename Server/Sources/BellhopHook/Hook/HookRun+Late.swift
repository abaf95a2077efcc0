import BellhopAgents
import BellhopClient
import BellhopModel

/// What ends a turn or a session is told once, and often there is nobody left to tell it later: no event comes after it until
/// the person returns. So what a hook could not tell in the time that its agent stood still, a process of its own tells, of
/// which the agent knows nothing.
extension HookRun {
    /// Whether it is worth a process of its own to tell `input` late: the link is slow, or the server away for a moment.
    ///
    /// - Parameter patience: of the hook that could not tell it.
    static func isToldLate(_ input: HookInput, _ patience: HookTimeouts, after failure: any Error) -> Bool {
        guard let failure = failure as? ClientError, failure.isRetryable else { return false }
        return patience == .ending && HookTimeouts.isEnd(input.event)
    }

    /// Tells `bytes`, an end, unless a later event says meanwhile how the session goes on.
    ///
    /// - Parameter key: that the hook of the event has told it under, as far as it could.
    /// - Returns: silence always: the agent has gone on.
    func tellLate(_ bytes: [UInt8], under key: String) async -> HookReply {
        do {
            let input = try HookInput(bytes, from: agent)
            guard HookTimeouts.isEnd(input.event) else { return .silence("\(input.event) is not told late") }
            let desk = Desk(of: input, in: state)
            return try await within(HookTimeouts.late.telling) {
                try await withThrowingTaskGroup(of: HookReply.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await tellLate(input, desk, under: key) }
                    group.addTask { try await overtaken(key, at: desk) }
                    return try await group.next() ?? .silence("nothing")
                }
            }
        } catch {
            return .silence("\(error)")
        }
    }

    private func tellLate(_ input: HookInput, _ desk: Desk?, under key: String) async throws -> HookReply {
        // At first: else it would be begun before it is known to be overtaken.
        guard !isOvertaken(key, at: desk) else { return .silence("a later event says more") }
        if case .notify(let notification) = try HookIntent(of: input, host: host) {
            _ = try await client.call(
                API.sendNotification, body: notification,
                idempotencyKey: try input.idempotencyKey(for: notification) ?? key)
        }
        let tasks = desk?.read(TaskFile.self, TaskFile.file)?.tasks
        if let report = SessionReport(of: input, tasks: tasks ?? TaskList(), host: host) {
            try await send(report, of: input)
        }
        return .silence("told late")
    }

    private func overtaken(_ key: String, at desk: Desk?) async throws -> HookReply {
        while !isOvertaken(key, at: desk) { try await time.sleep(DeskWatch.interval) }
        return .silence("a later event says more")
    }

    /// A session that is over has nothing on the desk, and nothing more to say.
    private func isOvertaken(_ key: String, at desk: Desk?) -> Bool {
        guard let latest = desk?.read(TaskFile.self, TaskFile.file)?.latest else { return false }
        return latest != key
    }
}
