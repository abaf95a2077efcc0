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
        defer { if let prompt { desk?.forget(prompt) } }
        async let said: Void? = try? tellStatus(prompt == nil ? nil : .waiting, of: input)
        let told = try await client.openNotification { try draft.notification(repetition: $0) }
        _ = await said
        if let desk, let prompt, !desk.open(.notification(told.id), at: prompt) {
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
            try await client.cancelNotification(id)
        } catch ClientError.refused(let error, _) where !error.code.isRetryable {
            // This server does not have it.
        } catch {
            return error
        }
        desk?.close(.notification(id))
        return nil
    }
}
