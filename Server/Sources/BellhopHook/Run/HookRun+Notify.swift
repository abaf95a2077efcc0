import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// Notifies the phone of a prompt that only the terminal answers. Later events cancel the notification.
    ///
    /// Reports first that the session waits: an event that ends the prompt then reports that it continues, and cannot be
    /// overtaken.
    func notify(of draft: AskDraft) async throws -> HookReply {
        let prompt = ToolCall(of: input).flatMap { session?.addPrompt(about: $0) }
        // Unless it has another state by then.
        defer { if let prompt { session?.markUnsent(prompt) } }
        return try await notify(of: prompt) {
            try await client.openNotification { try draft.notification(repetition: $0) }
        }
    }

    /// Notifies the phone of a prompt that the agent reports as still open, unless a phone shows it: Claude Code does so 6 s after
    /// its hooks ran for the prompt. No other event reports a prompt whose hook could not ask, because the server was away or
    /// the input too large.
    func remind(_ notification: NotificationRequest) async throws -> HookReply {
        let limit = min(deadline, time.now() + Self.pendingLimit)
        while let session {
            switch session.reportedPrompt(at: time.now()) {
            case .onPhone: return .silence("the phone shows the prompt already")
            case .pending where time.now() < limit: try await time.sleep(PromptMonitor.interval)
            case .pending: return try await remind(notification, of: nil)
            case .unsent(let prompt): return try await remind(notification, of: prompt)
            }
        }
        return try await remind(notification, of: nil)
    }

    /// Longer than a hook tries to ask. A killed hook leaves its prompt pending.
    private static let pendingLimit = Duration.seconds(30)

    private func remind(_ notification: NotificationRequest, of prompt: OpenPrompt?) async throws -> HookReply {
        try await notify(of: prompt) {
            // The hook may be configured twice.
            try await client.call(
                API.sendNotification, body: notification, idempotencyKey: prompt?.fileName)
        }
    }

    private func notify(
        of prompt: OpenPrompt?, sending: () async throws -> UserNotification
    ) async throws -> HookReply {
        async let reported: Void? = try? reportStatus(prompt == nil ? nil : .waiting)
        let sent = try await sending()
        _ = await reported
        let notified = OpenPrompt.notified(sent.id)
        if let session, let prompt, !session.move(prompt, to: notified), !session.notifications.contains(notified) {
            await cancel(sent.id, in: session)
            if session.notifications.isEmpty { try? await reportStatus(.running) }
            return .silence("answered in the terminal")
        }
        return .silence("notified the phone; the answer is given in the terminal")
    }

    /// Cancels a prompt's notification. Best effort: while the server is away the prompt stays stored, for the next event that
    /// ends it.
    ///
    /// - Returns: the error of a notification that could not be cancelled.
    @discardableResult
    func cancel(_ id: NotificationID, in session: HookSessionState) async -> (any Error)? {
        do {
            try await client.call(API.cancelNotification, id)
        } catch ClientError.refused(let error, _) where !error.code.isRetryable {
            // This server does not have it.
        } catch {
            return error
        }
        session.close(.notified(id), at: time.now())
        return nil
    }
}
