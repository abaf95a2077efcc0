import BellhopDelivery
import BellhopModel

struct NotificationRoutes {
    let notifications: Notifications

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.sendNotification, send), (.notificationHistory, history), (.getNotification, get),
            (.readNotifications, readAll), (.readNotification, read), (.sendReceipt, receipt),
        ]
    }

    @Sendable private func send(_ call: Call) async throws -> Reply {
        let request: NotificationRequest = try call.decode()
        let claim = call.idempotency
        let remember = claim.map { claim in
            { @Sendable (sent: UserNotification) in claim.record(status: 202, body: try CanonicalJSON.encode(sent)) }
        }
        switch try await notifications.send(request, by: call.key(), remember: remember) {
        case .accepted(let notification):
            var reply = try Reply.json(notification, status: 202)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let claim else { throw APIError(.internalError) }
            return try claim.reply(from: record)
        }
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
