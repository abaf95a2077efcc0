public import BellhopModel

extension AskDraft {
    /// What tells of the prompt where only the terminal answers it: as loud as an ask, in a category that has no button to
    /// decide anything.
    ///
    /// Its collapse key is the prompt's: see ``idempotencyKey(for:repetition:)``. It serves as `Idempotency-Key` too.
    ///
    /// - Parameter repetition: how many notifications of this content are over already in this turn.
    public func notification(repetition: Int = 0) throws -> NotificationRequest {
        var request = NotificationRequest(
            title: content.title, subtitle: content.origin.subtitle, body: content.body, category: .taskPaused,
            sessionID: sessionID, options: .ofPrompt)
        let key = try idempotencyKey(for: request, repetition: repetition)
        request.options?.collapseKey = key
        return request
    }
}

extension NotificationOptions {
    /// Of what tells of a prompt at which an agent stands still.
    static let ofPrompt = NotificationOptions(sound: "default", interruptionLevel: .timeSensitive)
}
