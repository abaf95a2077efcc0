public import BellhopModel
import Crypto

extension HookInput {
    /// The `Idempotency-Key` of `request`, which tells of this event: 64 hex digits.
    ///
    /// Codex tells its `notify` program of the end of a turn, and its hooks too, with the same session, turn and words. Words
    /// that differ belong to another end: hooks may have the agent go on within a turn.
    ///
    /// - Returns: `nil` where nothing says that two equal ones are one. A turn of Claude Code is named after what the person
    ///   typed, and may end often: each task in the background wakes it up again.
    public func idempotencyKey(for request: NotificationRequest) throws -> String? {
        guard agent == .codex, event == .stop, let session, let turn else { return nil }
        let end: JSONValue = [
            .string("bellhop-turn-end/1"), .string(session), .string(turn), .string(try CanonicalJSON.text(request)),
        ]
        return Hex.encode(SHA256.hash(data: try CanonicalJSON.encode(end)))
    }
}
