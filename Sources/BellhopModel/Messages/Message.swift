/// Something that one user writes to another, and that can be answered from its notification.
public struct Message: Codable, Hashable, Sendable, Identifiable {
    public let id: MessageID
    /// Groups messages, on the device as well: that of the message it answers, or else its own.
    public let conversation: ConversationID
    public let from: UserID
    public let to: UserID
    public let text: String
    /// The message that it answers.
    public let replyTo: MessageID?
    public let sentAt: Timestamp

    public init(
        id: MessageID, conversation: ConversationID, from: UserID, to: UserID, text: String, replyTo: MessageID? = nil,
        sentAt: Timestamp
    ) {
        self.id = id
        self.conversation = conversation
        self.from = from
        self.to = to
        self.text = text
        self.replyTo = replyTo
        self.sentAt = sentAt
    }

    enum CodingKeys: String, CodingKey {
        case id, conversation, from, to, text
        case replyTo = "reply_to"
        case sentAt = "sent_at"
    }
}
