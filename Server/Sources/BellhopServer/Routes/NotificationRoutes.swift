import BellhopDelivery
import BellhopModel

struct NotificationRoutes {
    let notifications: Notifications

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.sendNotification, send), (.notificationHistory, history), (.getNotification, get),
            (.readNotification, read), (.sendReceipt, receipt),
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
