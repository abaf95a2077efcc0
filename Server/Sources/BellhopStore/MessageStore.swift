public import BellhopModel

public protocol MessageStore: Sendable {
    /// Stores `message` and its notification, which is handled as by ``NotificationStore/accept(_:)``.
    func send(_ message: Message, telling submission: Submission) async throws -> SubmissionResult

    func message(_ id: MessageID) async throws -> Message?

    /// The messages that the user sent or received, at most `limit`.
    ///
    /// In the order in which they became durable, so that reading on after the last message misses none.
    /// - Returns: `nil` when the message to read on after is missing, because others may have been deleted with it.
    func messages(of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int) async throws
        -> [Message]?

    /// Deletes up to `limit` messages sent before `time`, oldest first. Their notifications stay.
    /// - Returns: the number of deleted messages.
    func forgetMessages(before time: Timestamp, limit: Int) async throws -> Int
}

/// A part of a list of messages.
public enum MessageRange: Hashable, Sendable {
    /// Newest first, starting before this message if given; empty for an unknown one.
    case newest(before: MessageID?)
    /// Oldest first, starting after this message.
    case after(MessageID)
}
