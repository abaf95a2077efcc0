/// What `POST /v1/messages` takes.
public struct MessageRequest: Codable, Hashable, Sendable {
    public var to: UserID
    public var text: String
    /// Who writes: the key's own user unless given.
    public var from: UserID?
    /// How the notification names them: `from` unless given.
    public var title: String?
    /// A new one unless given.
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

/// What `POST /v1/messages/reply` takes: the text that was written in the notification of a message.
public struct MessageReply: Codable, Hashable, Sendable {
    /// The one to answer; the reply goes to whoever wrote it.
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
