import BellhopCore
import BellhopModel

extension Resource {
    static let items = Resource(
        "Items", "Application objects that users subscribe to. Each item is also a topic with the same id.",
        operations: [
            Operation(
                API.putItem,
                details: "A replaced item keeps its creation time, completion and subscribers. No user is notified.",
                body: "ItemRequest", .json("Item", status: 201, "The item."), handle: ItemHandlers.put),
            Operation(
                API.listItems,
                query: [
                    .query(
                        "user", .name,
                        "Returns only items to which this user is subscribed. Default for a device: its user."),
                    .query("after", .name, "The cursor: the id of the last item of the previous page."), .limit,
                ], .json("ItemPage", "The items, ordered by id."), handle: ItemHandlers.list),
            Operation(
                API.itemChanges,
                query: [
                    .query("since", .text, "The `cursor` of the previous page. Without it, all items are listed."),
                    .query(
                        "user", .name,
                        "The user; another than the key's requires an admin's key. Default: the key's user."), .limit,
                ], .json("ItemChanges", "The changes, oldest first, one per item."), handle: ItemHandlers.changes),
            Operation(API.getItem, pathID: .name, .json("Item", "The item."), handle: ItemHandlers.get),
            Operation(
                API.updateItem, details: "Omitted fields keep their values. No user is notified.",
                pathID: .name,
                body: "ItemUpdate", .json("Item", "The item."), handle: ItemHandlers.update),
            Operation(
                API.deleteItem, pathID: .name, .noContent("The item was deleted."),
                handle: ItemHandlers.delete),
            Operation(
                API.subscribeToItem, pathID: .name, body: "SubscriptionRequest", orEmpty: SubscriptionRequest(),
                .json("SubscriptionResult", "The number of new subscribers and the topic."),
                handle: ItemHandlers.subscribe),
            Operation(
                API.notifyOfItem, details: "An additional silent push makes the apps fetch the item's changes.",
                pathID: .name, body: "ItemNotificationRequest", orEmpty: ItemNotificationRequest(),
                .json("Campaign", status: 202, "The accepted campaign."),
                accept: ItemHandlers.notify),
            Operation(
                API.remindOfItem, pathID: .name, body: "ItemReminderRequest", orEmpty: ItemReminderRequest(),
                .json("Schedule", status: 201, "The reminder."), accept: ItemHandlers.remind),
            Operation(
                API.completeItem, details: "Idempotent: completing again has no effect.", pathID: .name,
                .json("Item", "The completed item."),
                handle: ItemHandlers.complete),
            Operation(
                API.snoozeItem, details: "A repeated snooze replaces the previous one.", pathID: .name,
                body: "SnoozeRequest",
                orEmpty: SnoozeRequest(), .json("Schedule", status: 201, "The scheduled reminder."),
                handle: ItemHandlers.snooze),
        ],
        components: [.itemRequest, .itemUpdate, .item, page, changes, change, notice, reminder])

    private static let page = Component.page("ItemPage", of: .item, Component.sampleItem)

    private static let changes = Component(
        "ItemChanges", ItemChanges.self, "The changes of a user's items.",
        .object([
            .required("changes", .list(of: .named("ItemChange")), "The changes, at most `limit`."),
            .required("cursor", .text, "The cursor of the next request."),
            .required("has_more", .boolean, "`true` if more changes follow."),
            .required(
                "is_whole", .boolean,
                "`true` if the changes are part of a complete list, started without `since`. Do not show its items as new."
            ),
        ]),
        examples: [ItemChanges(changes: [sampleChange], cursor: "812.812.0", hasMore: false, isWhole: false)])

    private static let change = Component(
        "ItemChange", ItemChanges.Change.self, "The latest change of an item.",
        .object([
            .required("item_id", .name, "The item's id."),
            .required(
                "kind", .choice(of: ItemChanges.Kind.self),
                "The kind of change for this user; the end of a subscription counts as `deleted`."),
            .required("at", .time, "The time of the change."),
            .sometimes("item", .named("Item"), "The current item; absent if `deleted`."),
        ]),
        examples: [sampleChange])

    private static let notice = Component(
        "ItemNotificationRequest", ItemNotificationRequest.self, "A notification for an item's subscribers.",
        .object([
            .optional(
                "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                "The recipients. Default: all subscribers."),
            .optional(
                "type", .choice(of: ItemNotificationRequest.Kind.self),
                "The type, to which users' preferences apply. Default: `new_item`."),
            .optional("title", .title, "The title. Default: the item's title."),
            .optional("body", .text(0...APILimits.text), "The text. Default: the item's body."),
            .optional("silent", .boolean, "`true` to wake the apps without showing a notification."),
        ]),
        examples: [
            ItemNotificationRequest(
                users: [Sample.user], type: .update, title: "Plants", body: "Twice a week", isSilent: false)
        ])

    private static let reminder = Component(
        "ItemReminderRequest", ItemReminderRequest.self, "A reminder about an item.",
        .object([
            .optional("at", .time, "The time of the reminder. Default: the item's `due_at`, or now."),
            .optional("in", .integer(APILimits.reminderSeconds), "The delay from now in seconds, instead of `at`."),
            .optional(
                "users", .list(of: .name, atLeast: 1, atMost: APILimits.audience),
                "The recipients. Default: all subscribers."),
            .optional("title", .title, "The title. Default: the item's title."),
            .optional("body", .text(0...APILimits.text), "The text. Default: the item's body."),
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
            .required("id", .name, "The item's id, chosen by the application."),
            .required("title", .title, "The title."),
            .optional("body", .text(0...APILimits.text), "The description."),
            .optional("image_url", .httpsURL, "The HTTPS URL of an image, shown in notifications about the item."),
            .optional(
                "data", .object([], others: .anything),
                "Custom data of the application, at most 64 KiB. Not included in pushes."),
            .optional("due_at", .time, "The time at which the item is due."),
            .optional(
                "subscribers", .list(of: .name, atMost: APILimits.audience),
                "Users to subscribe, in addition to existing subscribers."),
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
            .optional("body", .text(0...APILimits.text), "The description."),
            .optional("image_url", .httpsURL, "The HTTPS URL of an image; `null` removes it."),
            .optional("data", .object([], others: .anything), "Custom data of the application; `null` removes it."),
            .optional("due_at", .time, "The time at which the item is due; `null` removes it."),
            .optional("completed", .boolean, "Always `false`: reopens the item."),
        ]),
        examples: [
            ItemUpdate(
                title: "Plants", body: "Twice", imageURL: .set("https://example.com/p.png"), data: .set(["room": 4]),
                dueAt: .set(Sample.time(60)), isCompleted: false)
        ])

    static let item = Component(
        "Item", Item.self, "An application object that users subscribe to.",
        .object([
            .required("id", .name, "The item's id, chosen by the application."),
            .required("title", .text, "The title."),
            .required("body", .text, "The description."),
            .sometimes("image_url", .text, "The URL of an image, shown in notifications about the item."),
            .sometimes("data", .object([], others: .anything), "Custom data of the application."),
            .sometimes("due_at", .time, "The time at which the item is due."),
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
