import BellhopModel

extension BodyDescription {
    static let itemRequest = BodyDescription(
        "ItemRequest", ItemRequest.self, "An item to create or replace.",
        .object([
            .required("id", .name, "Chosen by the application."),
            .required("title", .title, "What it is."),
            .optional("body", .text(0...APILimits.text), "More about it."),
            .optional("image_url", .identifier(1...1024), "HTTPS; shown with notifications about it."),
            .optional("data", .object([], others: .anything), "The application's own, 64 KiB; never in a push."),
            .optional("due_at", .time, "When it should be done."),
            .optional(
                "subscribers", .list(of: .name, atMost: APILimits.audience), "Who subscribes, beside those who do."),
        ]),
        examples: [
            ItemRequest(
                id: "plants-7", title: "Plants", body: "Water them", imageURL: "https://example.com/plants.png",
                data: ["room": 3], dueAt: Sample.time(3600), subscribers: [Sample.user])
        ])

    static let itemUpdate = BodyDescription(
        "ItemUpdate", ItemUpdate.self, "What an item is to say from now on.",
        .object([
            .optional("title", .title, "What it is."),
            .optional("body", .text(0...APILimits.text), "More about it."),
            .optional("image_url", .identifier(1...1024), "`null` takes it away."),
            .optional("data", .object([], others: .anything), "`null` takes it away."),
            .optional("due_at", .time, "`null` takes it away."),
            .optional("completed", .boolean, "Only `false`: opens it again."),
        ]),
        examples: [
            ItemUpdate(
                title: "Plants", body: "Twice", imageURL: .set("https://example.com/p.png"), data: .set(["room": 4]),
                dueAt: .set(Sample.time(60)), isCompleted: false)
        ])

    static let item = BodyDescription(
        "Item", Item.self, "Something of an application that users follow.",
        .object([
            .required("id", .name, "Chosen by the application."),
            .required("title", .text, "What it is."),
            .required("body", .text, "More about it."),
            .sometimes("image_url", .text, "Shown with notifications about it."),
            .sometimes("data", .object([], others: .anything), "The application's own."),
            .sometimes("due_at", .time, "When it should be done."),
            .sometimes("completed_by", .name, "Who completed it."),
            .sometimes("completed_at", .time, "When it was completed."),
            .required("created_at", .time, "When it was made."),
            .required("updated_at", .time, "When it changed last."),
        ]),
        examples: [sampleItem])

    static let sampleItem = Item(
        id: "plants-7", title: "Plants", body: "Water them", imageURL: "https://example.com/plants.png",
        data: ["room": 3], dueAt: Sample.time(3600), completedBy: Sample.user, completedAt: Sample.time(60),
        createdAt: Sample.time(), updatedAt: Sample.time(60))
}
