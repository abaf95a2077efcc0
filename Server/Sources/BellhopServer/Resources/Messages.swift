import BellhopCore
import BellhopModel
import BellhopStore

extension Resource {
    static let messages = Resource(
        "Messages", "Messages between users, who can reply from the notification.",
        operations: [
            Operation(
                API.sendMessage, body: "MessageRequest", .json("Message", status: 201, "The message."),
                accept: MessageHandlers.send),
            Operation(
                API.replyToMessage, details: "The reply goes to the sender.", body: "MessageReply",
                .json("Message", status: 201, "The reply."), accept: MessageHandlers.reply),
            Operation(
                API.listMessages,
                query: [
                    .query(
                        "user", .name,
                        "The user; another than the key's requires an admin's key. Default: the key's user."),
                    .query("conversation", .name, "Returns only messages of this conversation."),
                    .query(
                        "before", .id,
                        "The cursor: the id of the last message of the previous page. Not together with `after`."),
                    .query(
                        "after", .id,
                        "Returns messages newer than this message, oldest first. Not together with `before`."), .limit,
                ], .json("MessagePage", "The messages, newest first; oldest first with `after`."),
                handle: MessageHandlers.list),
        ],
        components: [request, reply, message, page])

    private static let request = Component(
        "MessageRequest", MessageRequest.self, "A message to send.",
        .object([
            .required("to", .name, "The recipient."),
            .required("text", .visibleText(1...APILimits.text), "The text."),
            .optional("from", .name, "The sender. Default: the key's user."),
            .optional("title", .title, "The sender's name in the notification. Default: `from`."),
            .optional("conversation", .name, "The conversation. Default: a new one."),
        ]),
        examples: [
            MessageRequest(to: Sample.user, text: "Are you coming?", from: "ben", title: "Ben", conversation: "lunch")
        ])

    private static let reply = Component(
        "MessageReply", MessageReply.self, "A reply to a message.",
        .object([
            .required("message_id", .id, "The message to reply to."),
            .required("text", .visibleText(1...APILimits.text), "The text."),
        ]),
        examples: [MessageReply(messageID: sample.id, text: "On my way")])

    private static let message = Component(
        "Message", Message.self, "A message from one user to another.",
        .object([
            .required("id", .id, "The message's id."),
            .required("conversation", .name, "The conversation, which groups messages here and on the device."),
            .required("from", .name, "The sender."),
            .required("to", .name, "The recipient."),
            .required("text", .text, "The text."),
            .sometimes("reply_to", .id, "The message that this message replies to."),
            .required("sent_at", .time, "The time of sending."),
        ]),
        examples: [sample])

    private static let page = Component.page("MessagePage", of: message, sample)

    private static let sample = Message(
        id: MessageID(high: 0x0192_F0C4_8A00_7D14, low: 0x9B60_2F3A_4C5D_6E82), conversation: "lunch", from: "ben",
        to: Sample.user, text: "Are you coming?",
        replyTo: MessageID(high: 0x0192_F0C4_8A00_7D14, low: 0x9B60_2F3A_4C5D_6E81), sentAt: Sample.time())
}

private enum MessageHandlers {
    @Sendable static func send(
        _ request: MessageRequest, _ call: Call, _ recorder: ResponseRecorder<Message>?
    ) async throws -> IdempotentResult<Message> {
        try await call.services.messages.send(request, by: call.key(), recorder: recorder)
    }

    @Sendable static func reply(
        _ reply: MessageReply, _ call: Call, _ recorder: ResponseRecorder<Message>?
    ) async throws -> IdempotentResult<Message> {
        try await call.services.messages.reply(reply, by: call.key(), recorder: recorder)
    }

    @Sendable static func list(_ call: Call) async throws -> Page<Message> {
        let (before, after): (MessageID?, MessageID?) = (try call.query("before"), try call.query("after"))
        guard before == nil || after == nil else {
            throw APIError(.invalidRequest, "after: give either before or after, not both.")
        }
        return Page(
            items: try await call.services.messages.list(
                of: call.query("user"), for: call.key(), after.map(MessageRange.after) ?? .newest(before: before),
                in: call.query("conversation"), limit: call.limit()))
    }
}
