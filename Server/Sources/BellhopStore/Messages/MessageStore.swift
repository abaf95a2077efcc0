public import BellhopModel

public protocol MessageStore: Sendable {
    /// Stores `message` together with the notification that tells its recipient of it, as
    /// ``NotificationStore/accept(_:)`` would.
    func send(_ message: Message, telling submission: Submission) async throws -> SubmissionResult

    func message(_ id: MessageID) async throws -> Message?

    /// What the user wrote and what was written to them, at most `limit`.
    ///
    /// In the order in which messages became durable, so that whoever reads on after the last one misses none.
    /// - Returns: `nil` when the message to read on after is not there: with it others may have been forgotten.
    func messages(of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int) async throws
        -> [Message]?

    /// Deletes messages sent before `time`, at most `limit`, oldest first. The notifications that told of them stay.
    /// - Returns: how many were deleted.
    func forgetMessages(before time: Timestamp, limit: Int) async throws -> Int
}

/// Which messages of a list to read.
public enum MessageRange: Hashable, Sendable {
    /// The newest first, starting before this one if given; before one that is not there nothing is left.
    case newest(before: MessageID?)
    /// Oldest first, starting after this one.
    case after(MessageID)
}
