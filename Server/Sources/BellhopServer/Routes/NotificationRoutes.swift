import BellhopCore
import BellhopModel

struct NotificationRoutes {
    let notifications: NotificationsService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.sendNotification, send), (.validateNotification, validate), (.notificationHistory, history),
            (.getNotification, get), (.readNotifications, readAll), (.readNotification, read), (.sendReceipt, receipt),
        ]
    }

    @Sendable private func send(_ call: Call) async throws -> Reply {
        let request: NotificationRequest = try call.decode()
        return try await call.accepted { remember in
            try await notifications.send(request, by: call.key(), recorder: remember)
        }
    }

    /// Nothing is done that could be done twice: a repetition is answered anew.
    @Sendable private func validate(_ call: Call) async throws -> Reply {
        var reply = try Reply.json(try await notifications.preview(call.decode(), by: call.key()))
        reply.isKept = true
        return reply
    }

    @Sendable private func history(_ call: Call) async throws -> Reply {
        var request = HistoryRequest(
            page: try call.query("page"), before: try call.query("before"), limit: try call.limit())
        request.user = try call.query("user")
        request.category = try call.query("category")
        request.type = try call.query("type").map { PreferenceType(rawValue: $0) }
        request.session = try call.query("session")
        request.thread = try call.query("thread")
        request.isRead = try call.query("read")
        request.since = try call.query("since")
        request.until = try call.query("until")
        return try .json(try await notifications.history(request, for: call.key()))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(try await notifications.timeline(call.id(), for: call.key()))
    }

    @Sendable private func read(_ call: Call) async throws -> Reply {
        try await notifications.markRead(call.id(), by: call.key())
        return .noContent
    }

    @Sendable private func readAll(_ call: Call) async throws -> Reply {
        try .json(try await notifications.markAllRead(call.decode(orEmpty: ReadRequest()), by: call.key()))
    }

    @Sendable private func receipt(_ call: Call) async throws -> Reply {
        try await notifications.receive(call.decode(), by: call.key())
        return .noContent
    }
}
