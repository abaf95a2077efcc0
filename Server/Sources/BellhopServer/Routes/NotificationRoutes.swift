import BellhopDelivery
import BellhopModel

struct NotificationRoutes {
    let notifications: Notifications

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.sendNotification, send), (.validateNotification, validate), (.notificationHistory, history),
            (.getNotification, get), (.readNotification, read), (.sendReceipt, receipt),
        ]
    }

    @Sendable private func send(_ call: Call) async throws -> Reply {
        let request: NotificationRequest = try call.decode()
        return try await call.accepted { remember in
            try await notifications.send(request, by: call.key(), remember: remember)
        }
    }

    /// Nothing is done that could be done twice: a repetition is answered anew.
    @Sendable private func validate(_ call: Call) async throws -> Reply {
        var reply = try Reply.json(try await notifications.preview(call.decode(), by: call.key()))
        reply.isKept = true
        return reply
    }

    @Sendable private func history(_ call: Call) async throws -> Reply {
        let cursor = try call.query("before", as: NotificationID.self)
        return try .json(
            Page(items: try await notifications.history(for: call.key(), before: cursor, limit: call.limit())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await notifications.timeline(call.id(), for: call.key()))
    }

    @Sendable private func read(_ call: Call) async throws -> Reply {
        try await notifications.markRead(call.id(), by: call.key())
        return .noContent
    }

    @Sendable private func receipt(_ call: Call) async throws -> Reply {
        try await notifications.receive(call.decode(), by: call.key())
        return .noContent
    }
}
