/// A message from one user to another, which can be answered from its notification.
public struct Message: Codable, Hashable, Sendable, Identifiable {
    public let id: MessageID
    /// Groups messages on server and device: the conversation of the answered message, or a new one.
    public let conversation: ConversationID
    public let from: UserID
    public let to: UserID
    public let text: String
    /// The message that this one answers.
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

/// The body of `POST /v1/messages`.
public struct MessageRequest: Codable, Hashable, Sendable {
    public var to: UserID
    public var text: String
    /// The sender. Default: the key's user.
    public var from: UserID?
    /// The sender's name in the notification. Default: `from`.
    public var title: String?
    /// The conversation; a new one unless given.
    public var conversation: ConversationID?

    public init(
        to: UserID, text: String, from: UserID? = nil, title: String? = nil, conversation: ConversationID? = nil
    ) {
        self.to = to
        self.text = text
        self.from = from
        self.title = title
        self.conversation = conversation
    }
}

/// The body of `POST /v1/messages/reply`: the text that was typed in the notification of a message.
public struct MessageReply: Codable, Hashable, Sendable {
    /// The message to answer. Its sender receives the reply.
    public var messageID: MessageID
    public var text: String

    public init(messageID: MessageID, text: String) {
        self.messageID = messageID
        self.text = text
    }

    enum CodingKeys: String, CodingKey {
        case text
        case messageID = "message_id"
    }
}
