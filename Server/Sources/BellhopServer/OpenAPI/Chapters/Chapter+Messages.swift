import BellhopModel

extension Chapter {
    static let messages = Chapter(
        "Messages", "What users write to each other, answered from the notification.",
        operations: [
            Operation(
                .sendMessage, id: "sendMessage", body: "MessageRequest",
                .json("Message", status: 201, "The message.")),
            Operation(
                .replyToMessage, id: "replyToMessage", details: "It goes to whoever wrote.", body: "MessageReply",
                errors: [.notFound], .json("Message", status: 201, "The reply.")),
            Operation(
                .listMessages, id: "listMessages",
                query: [
                    .query("user", .name, "Whose; the key's own user unless given by an admin."),
                    .query("conversation", .name, "Only those of this conversation."),
                    .query("before", .id, "Go on after this one, the last of the page before."),
                    .query("after", .id, "Instead what came after this one, oldest first."), .limit,
                ],
                errors: [.cursorTooOld],
                .json("MessagePage", "Newest first, unless `after` is given.")),
        ],
        bodies: [request, reply, message, page])

    private static let request = BodyDescription(
        "MessageRequest", MessageRequest.self, "Something to write to a user.",
        .object([
            .required("to", .name, "To whom."),
            .required("text", .text(1...APILimits.text), "What."),
            .optional("from", .name, "Who writes; the key's own user unless given."),
            .optional("title", .text(1...APILimits.title), "How the notification names them; `from` unless given."),
            .optional("conversation", .name, "A new one unless given."),
        ]),
        examples: [
            MessageRequest(to: Sample.user, text: "Are you coming?", from: "ben", title: "Ben", conversation: "lunch")
        ])

    private static let reply = BodyDescription(
        "MessageReply", MessageReply.self, "What was typed into the notification of a message.",
        .object([
            .required("message_id", .id, "Which message is answered."),
            .required("text", .text(1...APILimits.text), "What."),
        ]),
        examples: [MessageReply(messageID: sample.id, text: "On my way")])

    private static let message = BodyDescription(
        "Message", Message.self, "Something that one user wrote to another.",
        .object([
            .required("id", .id, "What it is called."),
            .required("conversation", .name, "Groups messages, on the device as well."),
            .required("from", .name, "Who wrote."),
            .required("to", .name, "To whom."),
            .required("text", .text, "What."),
            .sometimes("reply_to", .id, "The message that it answers."),
            .required("sent_at", .time, "When."),
        ]),
        examples: [sample])

    private static let page = BodyDescription.page("MessagePage", of: message, sample)

    private static let sample = Message(
        id: MessageID(high: 0x0192_F0C4_8A00_7D14, low: 0x9B60_2F3A_4C5D_6E82), conversation: "lunch", from: "ben",
        to: Sample.user, text: "Are you coming?",
        replyTo: MessageID(high: 0x0192_F0C4_8A00_7D14, low: 0x9B60_2F3A_4C5D_6E81), sentAt: Sample.time())
}
