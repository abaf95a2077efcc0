import BellhopCore
import BellhopModel
import Foundation
import Hummingbird

struct ChannelRoutes {
    let channels: ChannelService

    var handlers: [(Endpoint, RouteTable.Handler)] {
        [
            (.createChannel, create), (.listChannels, list), (.getChannel, get), (.deleteChannel, delete),
            (.publishBroadcast, publish),
        ]
    }

    @Sendable private func create(_ call: Call) async throws -> Reply {
        try .json(try await channels.create(call.decode(), by: call.key()), status: 201)
    }

    @Sendable private func list(_ call: Call) async throws -> Reply {
        try .json(Page(items: try await channels.list(of: call.app(), in: call.environment(), for: call.key())))
    }

    @Sendable private func get(_ call: Call) async throws -> Reply {
        try .json(
            try await channels.channel(call.channel(), of: call.app(), in: call.environment(), for: call.key()))
    }

    @Sendable private func delete(_ call: Call) async throws -> Reply {
        try await channels.delete(call.channel(), of: call.app(), in: call.environment(), by: call.key())
        return .noContent
    }

    @Sendable private func publish(_ call: Call) async throws -> Reply {
        try .json(try await channels.publish(call.decode(), to: call.channel(), by: call.key()), status: 202)
    }
}

extension Call {
    fileprivate func channel() throws -> ChannelID {
        let text = context.parameters.get("id") ?? ""
        guard let id = ChannelID(text.removingPercentEncoding ?? text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not a channel's id.")
        }
        return id
    }

    fileprivate func app() throws -> String {
        guard let app = try query("app", as: String.self) else {
            throw APIError(.invalidRequest, "app: this query value is missing; name the app's bundle identifier.")
        }
        return app
    }

    fileprivate func environment() throws -> PushEnvironment {
        guard let environment = try query("environment", as: String.self).flatMap(PushEnvironment.init) else {
            throw APIError(.invalidRequest, "environment: sandbox or production expected in the query.")
        }
        return environment
    }
}
