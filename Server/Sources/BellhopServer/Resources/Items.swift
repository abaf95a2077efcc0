import BellhopCore
import BellhopModel

extension Resource {
    static let items = Resource(
        "Items", "Objects of an application that users follow. An item is a topic under its own id.",
        operations: [
            Operation(
                API.putItem,
                details: "A replaced item keeps its creation time, completion and subscribers. No user is notified.",
                body: "ItemRequest", .json("Item", status: 201, "The item."), handle: ItemHandlers.put),
            Operation(
                API.listItems,
                query: [
                    .query("user", .name, "Only those that this user subscribes to; a device's are its own user's."),
                    .query("after", .name, "Go on after this one, the last of the page before."), .limit,
                ], .json("ItemPage", "In the order of their ids."), handle: ItemHandlers.list),
            Operation(
                API.itemChanges,
                query: [
                    .query("since", .text, "The `cursor` of the last page; everything there is without one."),
                    .query("user", .name, "The user; the key's own unless given by an admin."), .limit,
                ], .json("ItemChanges", "Oldest change first, each item once."), handle: ItemHandlers.changes),
            Operation(API.getItem, pathID: .name, .json("Item", "The item."), handle: ItemHandlers.get),
            Operation(
                API.updateItem, details: "Fields that are left out keep their values. No user is notified.",
                pathID: .name,
                body: "ItemUpdate", .json("Item", "The item."), handle: ItemHandlers.update),
            Operation(
                API.deleteItem, pathID: .name, .noContent("There is no such item any more."),
                handle: ItemHandlers.delete),
            Operation(
                API.subscribeToItem, pathID: .name, body: "SubscriptionRequest", orEmpty: SubscriptionRequest(),
                .json("SubscriptionResult", "The number of new subscribers, and the topic."),
                handle: ItemHandlers.subscribe),
            Operation(
                API.notifyOfItem, details: "A silent push beside it has the apps fetch what has changed.",
                pathID: .name, body: "ItemNotificationRequest", orEmpty: ItemNotificationRequest(),
                .json("Campaign", status: 202, "Accepted."),
                accept: ItemHandlers.notify),
            Operation(
                API.remindOfItem, pathID: .name, body: "ItemReminderRequest", orEmpty: ItemReminderRequest(),
                .json("Schedule", status: 201, "The reminder."), accept: ItemHandlers.remind),
            Operation(
                API.completeItem, details: "A second completion changes nothing.", pathID: .name,
                .json("Item", "Complete."),
                handle: ItemHandlers.complete),
            Operation(
                API.snoozeItem, details: "Again, the later request counts.", pathID: .name, body: "SnoozeRequest",
                orEmpty: SnoozeRequest(), .json("Schedule", status: 201, "The reminder to come."),
                handle: ItemHandlers.snooze),
        ],
        components: [.itemRequest, .itemUpdate, .item, page, changes, change, notice, reminder])

    private static let page = Component.page("ItemPage", of: .item, Component.sampleItem)

    private static let changes = Component(
        "ItemChanges", ItemChanges.self, "The changes of a user's items.",
        .object([
            .required("changes", .list(of: .named("ItemChange")), "At most as many as asked for."),
            .required("cursor", .text, "The cursor of the next request."),
            .required("has_more", .boolean, "There are more after these."),
            .required("is_whole", .boolean, "It belongs to the list of everything there is: nothing of it is news."),
        ]),
        examples: [ItemChanges(changes: [sampleChange], cursor: "812.812.0", hasMore: false, isWhole: false)])

    private static let change = Component(
        "ItemChange", ItemChanges.Change.self, "The last thing that happened to an item.",
        .object([
            .required("item_id", .name, "The item's id."),
            .required("kind", .choice(of: ItemChanges.Kind.self), "For this user; to unsubscribe is to be `deleted`."),
            .required("at", .time, "The time of the change."),
            .sometimes("item", .named("Item"), "As it is now, unless it is deleted."),
        ]),
        examples: [sampleChange])

    private static let notice = Component(
        "ItemNotificationRequest", ItemNotificationRequest.self, "A notification for an item's subscribers.",
        .object([
            .optional(
                "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                "Only these; all subscribers unless given."),
            .optional(
                "type", .choice(of: ItemNotificationRequest.Kind.self),
                "`new_item` unless given: what preferences decide on."),
            .optional("title", .title, "The item's own unless given."),
            .optional("body", .text(0...APILimits.text), "The item's own unless given."),
            .optional("silent", .boolean, "Show nothing: only wake the apps."),
        ]),
        examples: [
            ItemNotificationRequest(
                users: [Sample.user], type: .update, title: "Plants", body: "Twice a week", isSilent: false)
        ])

    private static let reminder = Component(
        "ItemReminderRequest", ItemReminderRequest.self, "The time and the recipients of a reminder of an item.",
        .object([
            .optional("at", .time, "The item's `due_at` unless given, or now."),
            .optional("in", .integer(APILimits.reminderSeconds), "Instead, so many seconds from now."),
            .optional(
                "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                "Only these; all subscribers unless given."),
            .optional("title", .title, "The item's own unless given."),
            .optional("body", .text(0...APILimits.text), "The item's own unless given."),
        ]),
        examples: [
            ItemReminderRequest(at: Sample.time(3600), users: [Sample.user], title: "Plants", body: "Water them"),
            ItemReminderRequest(in: 900),
        ])

    private static let sampleChange = ItemChanges.Change(
        itemID: "plants-7", kind: .updated, at: Sample.time(60), item: Component.sampleItem)
}

private enum ItemHandlers {
    @Sendable static func put(_ request: ItemRequest, _ call: Call) async throws -> Item {
        try await call.services.items.put(request, by: call.key())
    }

    @Sendable static func list(_ call: Call) async throws -> Page<Item> {
        Page(
            items: try await call.services.items.list(
                of: call.query("user"), for: call.key(), after: call.query("after"), limit: call.limit()))
    }

    @Sendable static func changes(_ call: Call) async throws -> ItemChanges {
        try await call.services.items.changes(
            of: call.query("user"), for: call.key(), since: call.query("since"), limit: call.limit())
    }

    @Sendable static func get(_ call: Call) async throws -> Item {
        try await call.services.items.item(call.externalID(), for: call.key())
    }

    @Sendable static func update(_ update: ItemUpdate, _ call: Call) async throws -> Item {
        try await call.services.items.update(call.externalID(), update, by: call.key())
    }

    @Sendable static func delete(_ call: Call) async throws -> EmptyBody {
        try await call.services.items.delete(call.externalID(), by: call.key())
        return EmptyBody()
    }

    @Sendable static func subscribe(_ request: SubscriptionRequest, _ call: Call) async throws -> SubscriptionResult {
        try await call.services.items.subscribe(request.users, to: call.externalID(), by: call.key())
    }

    @Sendable static func notify(
        _ notice: ItemNotificationRequest, _ call: Call, _ recorder: ResponseRecorder<Campaign>?
    ) async throws -> IdempotentResult<Campaign> {
        try await call.services.items.notify(notice, of: call.externalID(), by: call.key(), recorder: recorder)
    }

    @Sendable static func remind(
        _ reminder: ItemReminderRequest, _ call: Call, _ recorder: ResponseRecorder<Schedule>?
    ) async throws -> IdempotentResult<Schedule> {
        try await call.services.items.remind(reminder, of: call.externalID(), by: call.key(), recorder: recorder)
    }

    @Sendable static func complete(_ call: Call) async throws -> Item {
        try await call.services.items.complete(call.externalID(), by: call.key())
    }

    @Sendable static func snooze(_ request: SnoozeRequest, _ call: Call) async throws -> Schedule {
        try await call.services.items.snooze(call.externalID(), request, by: call.key())
    }
}

extension Component {
    static let itemRequest = Component(
        "ItemRequest", ItemRequest.self, "An item to create or replace.",
        .object([
            .required("id", .name, "Chosen by the application."),
            .required("title", .title, "The title."),
            .optional("body", .text(0...APILimits.text), "More about it."),
            .optional("image_url", .httpsURL, "HTTPS; shown with notifications about it."),
            .optional("data", .object([], others: .anything), "The application's own, 64 KiB; never in a push."),
            .optional("due_at", .time, "The time at which it is due."),
            .optional(
                "subscribers", .list(of: .name, atMost: APILimits.audience), "Additional subscribers."),
        ]),
        examples: [
            ItemRequest(
                id: "plants-7", title: "Plants", body: "Water them", imageURL: "https://example.com/plants.png",
                data: ["room": 3], dueAt: Sample.time(3600), subscribers: [Sample.user])
        ])

    static let itemUpdate = Component(
        "ItemUpdate", ItemUpdate.self, "The changes of an item.",
        .object([
            .optional("title", .title, "The title."),
            .optional("body", .text(0...APILimits.text), "More about it."),
            .optional("image_url", .httpsURL, "`null` takes it away."),
            .optional("data", .object([], others: .anything), "`null` takes it away."),
            .optional("due_at", .time, "`null` takes it away."),
            .optional("completed", .boolean, "Only `false`: opens it again."),
        ]),
        examples: [
            ItemUpdate(
                title: "Plants", body: "Twice", imageURL: .set("https://example.com/p.png"), data: .set(["room": 4]),
                dueAt: .set(Sample.time(60)), isCompleted: false)
        ])

    static let item = Component(
        "Item", Item.self, "Something of an application that users follow.",
        .object([
            .required("id", .name, "Chosen by the application."),
            .required("title", .text, "The title."),
            .required("body", .text, "More about it."),
            .sometimes("image_url", .text, "Shown with notifications about it."),
            .sometimes("data", .object([], others: .anything), "The application's own."),
            .sometimes("due_at", .time, "The time at which it is due."),
            .sometimes("completed_by", .name, "The user who completed it."),
            .sometimes("completed_at", .time, "The time of its completion."),
            .required("created_at", .time, "The time of its creation."),
            .required("updated_at", .time, "The time of its last change."),
        ]),
        examples: [sampleItem])

    static let sampleItem = Item(
        id: "plants-7", title: "Plants", body: "Water them", imageURL: "https://example.com/plants.png",
        data: ["room": 3], dueAt: Sample.time(3600), completedBy: Sample.user, completedAt: Sample.time(60),
        createdAt: Sample.time(), updatedAt: Sample.time(60))
}
