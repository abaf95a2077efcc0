import BellhopAgents
import BellhopClient
import BellhopModel

extension HookRun {
    /// Tells of a prompt that is answered in the terminal alone. Later events take the notification back.
    ///
    /// Meanwhile the session waits. That is said before the desk has the notification: what ends it there says that the
    /// session goes on, and is never overtaken.
    func notify(of draft: AskDraft, about input: HookInput, at desk: Desk?) async throws -> HookReply {
        let prompt = ToolCall(of: input).flatMap { desk?.expect($0) }
        // Unless it is shown by then.
        defer { if let prompt { desk?.leaveUnshown(prompt) } }
        return try await show(prompt, of: input, at: desk) {
            try await client.openNotification { try draft.notification(repetition: $0) }
        }
    }

    /// Tells of a prompt of which the agent says that it stands, unless a phone shows it: Claude Code does so 6 s after its
    /// hooks were told of it. Where they could not ask, because the server was away or the input too large, nobody else
    /// tells of it.
    func remind(
        _ notification: NotificationRequest, of input: HookInput, at desk: Desk?, until deadline: Timestamp
    ) async throws -> HookReply {
        let patience = min(deadline, time.now() + Self.patienceForAsk)
        while let desk {
            switch desk.standing(at: time.now()) {
            case .shown: return .silence("the phone shows the prompt already")
            case .onItsWay where time.now() < patience: try await time.sleep(DeskWatch.interval)
            case .onItsWay: return try await remind(notification, of: input, at: desk, nil)
            case .unshown(let prompt): return try await remind(notification, of: input, at: desk, prompt)
            }
        }
        return try await remind(notification, of: input, at: nil, nil)
    }

    /// Longer than a hook tries to ask. One that was killed leaves its prompt behind as if it did still.
    private static let patienceForAsk = Duration.seconds(30)

    private func remind(
        _ notification: NotificationRequest, of input: HookInput, at desk: Desk?, _ prompt: String?
    ) async throws -> HookReply {
        try await show(prompt, of: input, at: desk) {
            // The hook may be set up twice.
            try await client.call(API.sendNotification, body: notification, idempotencyKey: prompt)
        }
    }

    private func show(
        _ prompt: String?, of input: HookInput, at desk: Desk?, telling: () async throws -> UserNotification
    ) async throws -> HookReply {
        async let said: Void? = try? tellStatus(prompt == nil ? nil : .waiting, of: input)
        let told = try await telling()
        _ = await said
        let shown = ShownPrompt.notification(told.id)
        if let desk, let prompt, !desk.open(shown, at: prompt), !desk.told.contains(shown) {
            await takeBack(told.id, desk)
            if desk.told.isEmpty { try? await tellStatus(.running, of: input) }
            return .silence("answered in the terminal")
        }
        return .silence("told the phone; the answer is given in the terminal")
    }

    /// Best effort. While the server is away the notification stays on the desk, for the next event that ends its prompt.
    ///
    /// - Returns: why it could not be taken back.
    @discardableResult
    func takeBack(_ id: NotificationID, _ desk: Desk?) async -> (any Error)? {
        do {
            try await client.call(API.cancelNotification, id)
        } catch ClientError.refused(let error, _) where !error.code.isRetryable {
            // This server does not have it.
        } catch {
            return error
        }
        desk?.close(.notification(id), at: time.now())
        return nil
    }
}
