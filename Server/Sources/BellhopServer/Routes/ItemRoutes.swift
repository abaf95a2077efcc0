import BellhopCore
import BellhopModel

struct ItemRoutes {
    let items: ItemService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.putItem, put), (.listItems, list), (.itemChanges, changes), (.getItem, get), (.updateItem, update),
            (.deleteItem, delete), (.subscribeToItem, subscribe), (.notifyOfItem, notify), (.remindOfItem, remind),
            (.completeItem, complete), (.snoozeItem, snooze),
        ]
    }

    @Sendable private func put(_ call: Call) async throws -> Reply {
        try .json(try await items.put(call.decode(), by: call.key()), status: 201)
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        try .json(
            Page(
                items: try await items.list(
                    of: call.query("user"), for: call.key(), after: call.query("after"), limit: call.limit())))
    }

    @Sendable private func changes(_ call: Call) async throws -> Reply {
        try .json(
            try await items.changes(
                of: call.query("user"), for: call.key(), since: call.query("since"), limit: call.limit()))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await items.item(call.name(), for: call.key()))
    }

    @Sendable private func update(_ call: Call) async throws -> Reply {
        try .json(try await items.update(call.name(), call.decode(), by: call.key()))
    }

    @Sendable private func delete(_ call: Call) async throws -> Reply {
        try await items.delete(call.name(), by: call.key())
        return .noContent
    }

    @Sendable private func subscribe(_ call: Call) async throws -> Reply {
        let request = try call.decode(orEmpty: SubscriptionRequest())
        return try .json(try await items.subscribe(request.users, to: call.name(), by: call.key()))
    }

    @Sendable private func notify(_ call: Call) async throws -> Reply {
        let notice = try call.decode(orEmpty: ItemNotificationRequest())
        return try await call.accepted(202) { remember in
            try await items.notify(notice, of: call.name(), by: call.key(), recorder: remember)
        }
    }

    @Sendable private func remind(_ call: Call) async throws -> Reply {
        let reminder = try call.decode(orEmpty: ItemReminderRequest())
        return try await call.accepted(201) { remember in
            try await items.remind(reminder, of: call.name(), by: call.key(), recorder: remember)
        }
    }

    @Sendable private func complete(_ call: Call) async throws -> Reply {
        try .json(try await items.complete(call.name(), by: call.key()))
    }

    @Sendable private func snooze(_ call: Call) async throws -> Reply {
        try .json(
            try await items.snooze(call.name(), call.decode(orEmpty: SnoozeRequest()), by: call.key()), status: 201)
    }
}
