import BellhopCore
import BellhopModel
import BellhopStore

struct MessageRoutes {
    let messages: MessageService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [(.sendMessage, send), (.replyToMessage, reply), (.listMessages, list)]
    }

    @Sendable private func send(_ call: Call) async throws -> Reply {
        let request: MessageRequest = try call.decode()
        return try await call.accepted(201) { try await messages.send(request, by: call.key(), recorder: $0) }
    }

    @Sendable private func reply(_ call: Call) async throws -> Reply {
        let request: MessageReply = try call.decode()
        return try await call.accepted(201) { try await messages.reply(request, by: call.key(), recorder: $0) }
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        let (before, after): (MessageID?, MessageID?) = (try call.query("before"), try call.query("after"))
        guard before == nil || after == nil else {
            throw APIError(.invalidRequest, "after: give either before or after, not both.")
        }
        return try .json(
            Page(
                items: try await messages.list(
                    of: call.query("user"), for: call.key(), after.map(MessageRange.after) ?? .newest(before: before),
                    in: call.query("conversation"), limit: call.limit())))
    }
}
