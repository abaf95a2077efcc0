public import BellhopModel
public import BellhopPush
import BellhopStore

/// Broadcast channels: made, listed, deleted and published to at the gateway, which alone keeps them.
///
/// Every method throws `APIError`: `forbidden` unless an admin's key asks, `invalid_request` for what its caller did
/// wrong, `not_found` for a channel that the app does not have in this environment, `gateway_refused` and
/// `gateway_unavailable` for what the gateway says.
public struct Channels: Sendable {
    private let gateway: (any BroadcastGateway)?
    private let time: any TimeSource

    /// - Parameter gateway: `nil` where none is set up; then everything is `gateway_refused`.
    public init(gateway: (any BroadcastGateway)?, time: any TimeSource) {
        self.gateway = gateway
        self.time = time
    }

    /// Makes a channel. When this fails on the way the channel may exist all the same, and is in the list then.
    public func create(_ request: ChannelRequest, by key: KeyRecord) async throws -> BroadcastChannel {
        let gateway = try open(request.app, to: "make channels", by: key)
        let answer = try await said {
            try await gateway.createChannel(
                of: request.app, in: request.environment, storage: request.storage)
        }
        return BroadcastChannel(
            id: try value(answer, nil), app: request.app, environment: request.environment, storage: request.storage)
    }

    /// Every channel of an app, without what each stores.
    public func list(
        of app: String, in environment: PushEnvironment, for key: KeyRecord
    ) async throws -> [BroadcastChannel] {
        let gateway = try open(app, to: "list channels", by: key)
        let answer = try await said { try await gateway.channels(of: app, in: environment) }
        return try value(answer, nil).map { BroadcastChannel(id: $0, app: app, environment: environment) }
    }

    public func channel(
        _ id: ChannelID, of app: String, in environment: PushEnvironment, for key: KeyRecord
    ) async throws -> BroadcastChannel {
        let gateway = try open(app, to: "read channels", by: key)
        let answer = try await said { try await gateway.storage(of: id, of: app, in: environment) }
        return BroadcastChannel(id: id, app: app, environment: environment, storage: try value(answer, id))
    }

    /// Deletes a channel, for good. Activities that follow it stay as they are until the system ends them.
    public func delete(
        _ id: ChannelID, of app: String, in environment: PushEnvironment, by key: KeyRecord
    ) async throws {
        let gateway = try open(app, to: "delete channels", by: key)
        try value(try await said { try await gateway.deleteChannel(id, of: app, in: environment) }, id)
    }

    /// Sends one update, or the end, to every device that follows the channel.
    public func publish(
        _ request: BroadcastRequest, to id: ChannelID, by key: KeyRecord
    ) async throws -> PublishedBroadcast {
        let gateway = try open(request.app, to: "publish to channels", by: key)
        let now = time.now
        let broadcast = try Broadcast(request, to: id, at: now)
        try value(try await said { try await gateway.publish(broadcast) }, id)
        return PublishedBroadcast(id: broadcast.id, channelID: id, publishedAt: now)
    }

    private func open(_ app: String, to deed: String, by key: KeyRecord) throws -> any BroadcastGateway {
        try key.require([.admin], to: deed)
        guard let gateway else {
            throw APIError(
                .gatewayRefused, "No gateway for broadcasts is set up: start the server with --apns-key or --simulate.")
        }
        return gateway
    }

    private func said<Value>(
        _ request: () async throws -> ChannelResponse<Value>
    ) async throws -> ChannelResponse<Value> {
        do {
            return try await request()
        } catch let error as UnknownResponse {
            throw APIError(.gatewayRefused, "The push service gave an answer of no table: status \(error.status).")
        }
    }

    @discardableResult
    private func value<Value>(_ answer: ChannelResponse<Value>, _ channel: ChannelID?) throws -> Value {
        switch answer {
        case .done(let value): return value
        case .unknownChannel(let reason):
            throw APIError(
                .notFound, "The app has no channel \(channel?.description ?? "") in this environment (\(reason)).")
        case .rejected(let rejection): throw APIError(.gatewayRefused, Self.words(for: rejection))
        case .deferred(let deferral):
            throw APIError(.gatewayUnavailable, "The push service did not take it now: \(deferral.reason).")
        }
    }

    private static func words(for rejection: Rejection) -> String {
        guard rejection.reason != .noCredential else {
            return "No APNs key is set up for this app in this environment."
        }
        let what =
            rejection.cause == .credentialInvalid ? "the server's key for it" : "the request"
        return "The push service refused \(what): \(rejection.reason)."
    }
}
