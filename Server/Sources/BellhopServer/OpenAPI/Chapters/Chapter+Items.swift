import BellhopModel

extension Chapter {
    static let items = Chapter(
        "Items", "What an application has that users follow. An item is a topic under its own id.",
        operations: [
            Operation(
                .putItem, id: "putItem",
                details: "One that is replaced keeps its creation, completion and subscribers. Nobody is told.",
                body: "ItemRequest", .json("Item", status: 201, "The item.")),
            Operation(
                .listItems, id: "listItems",
                query: [
                    .query("user", .name, "Only those that this user subscribes to; a device's are its own user's."),
                    .query("after", .name, "Go on after this one, the last of the page before."), .limit,
                ],
                .json("ItemPage", "In the order of their ids.")),
            Operation(
                .itemChanges, id: "itemChanges",
                query: [
                    .query("since", .text, "The `cursor` of the last page; everything there is without one."),
                    .query("user", .name, "Whose; the key's own user unless given by an admin."), .limit,
                ],
                errors: [.cursorTooOld], .json("ItemChanges", "Oldest change first, each item once.")),
            Operation(.getItem, id: "getItem", pathID: .name, .json("Item", "As it stands.")),
            Operation(
                .updateItem, id: "updateItem", details: "What is left out stays as it is. Nobody is told.",
                pathID: .name, body: "ItemUpdate", .json("Item", "As it stands now.")),
            Operation(.deleteItem, id: "deleteItem", pathID: .name, .noContent("There is no such item any more.")),
            Operation(
                .subscribeToItem, id: "subscribeToItem", pathID: .name, body: "SubscriptionRequest",
                isBodyRequired: false, .json("SubscriptionResult", "How many are new, and the topic as it stands.")),
            Operation(
                .notifyOfItem, id: "notifyOfItem",
                details: "A silent push beside it has the apps fetch what has changed.", pathID: .name,
                body: "ItemNotificationRequest", isBodyRequired: false, .json("Campaign", status: 202, "Accepted.")),
            Operation(
                .remindOfItem, id: "remindOfItem", pathID: .name, body: "ItemReminderRequest", isBodyRequired: false,
                .json("Schedule", status: 201, "The reminder.")),
            Operation(
                .completeItem, id: "completeItem", details: "The first completion stands.", pathID: .name,
                .json("Item", "Complete.")),
            Operation(
                .snoozeItem, id: "snoozeItem", details: "Again, the later request counts.", pathID: .name,
                body: "SnoozeRequest", isBodyRequired: false, .json("Schedule", status: 201, "The reminder to come.")),
        ],
        bodies: [.itemRequest, .itemUpdate, .item, page, changes, change, notice, reminder])

    private static let page = BodyDescription.page("ItemPage", of: .item, BodyDescription.sampleItem)

    private static let changes = BodyDescription(
        "ItemChanges", ItemChanges.self, "What has become of a user's items.",
        .object([
            .required("changes", .list(of: .named("ItemChange")), "At most as many as asked for."),
            .required("cursor", .text, "What to ask for next, as it is."),
            .required("has_more", .boolean, "There are more after these."),
            .required("is_whole", .boolean, "It belongs to the list of everything there is: nothing of it is news."),
        ]),
        examples: [ItemChanges(changes: [sampleChange], cursor: "812.812.0", hasMore: false, isWhole: false)])

    private static let change = BodyDescription(
        "ItemChange", ItemChanges.Change.self, "The last thing that happened to an item.",
        .object([
            .required("item_id", .name, "Which."),
            .required("kind", .choice(of: ItemChanges.Kind.self), "For this user; to unsubscribe is to be `deleted`."),
            .required("at", .time, "When."),
            .sometimes("item", .named("Item"), "As it is now, unless it is deleted."),
        ]),
        examples: [sampleChange])

    private static let notice = BodyDescription(
        "ItemNotificationRequest", ItemNotificationRequest.self, "What subscribers of an item are told.",
        .object([
            .optional(
                "users", .list(of: .name, atMost: APILimits.audience), "Only these; all subscribers unless given."),
            .optional(
                "type", .choice(of: ItemNotificationRequest.Kind.self), "`new_item` unless given: what preferences decide on."),
            .optional("title", .title, "The item's own unless given."),
            .optional("body", .text(0...APILimits.text), "The item's own unless given."),
            .optional("silent", .boolean, "Show nothing: only wake the apps."),
        ]),
        examples: [
            ItemNotificationRequest(users: [Sample.user], type: .update, title: "Plants", body: "Twice a week", isSilent: false)
        ])

    private static let reminder = BodyDescription(
        "ItemReminderRequest", ItemReminderRequest.self, "When to remind of an item, and whom.",
        .object([
            .optional("at", .time, "The item's `due_at` unless given, or now."),
            .optional("in", .integer(APILimits.reminderSeconds), "Instead, so many seconds from now."),
            .optional(
                "users", .list(of: .name, atMost: APILimits.audience), "Only these; all subscribers unless given."),
            .optional("title", .title, "The item's own unless given."),
            .optional("body", .text(0...APILimits.text), "The item's own unless given."),
        ]),
        examples: [
            ItemReminderRequest(at: Sample.time(3600), users: [Sample.user], title: "Plants", body: "Water them"),
            ItemReminderRequest(in: 900),
        ])

    private static let sampleChange = ItemChanges.Change(
        itemID: "plants-7", kind: .updated, at: Sample.time(60), item: BodyDescription.sampleItem)
}
