public import BellhopModel
public import BellhopPush
import BellhopStore

/// Broadcast channels, which only the gateway stores: creates, lists, deletes and publishes to them.
///
/// Every method throws `APIError`: `forbidden` unless the key is an admin's, `invalid_request` for a caller's error,
/// `not_found` for a channel that the app does not have in this environment, `gateway_refused` and
/// `gateway_unavailable` for the gateway's errors.
public struct ChannelService: Sendable {
    private let gateway: (any BroadcastGateway)?
    private let time: any TimeSource

    /// - Parameter gateway: `nil` when none is configured; every method then throws `gateway_refused`.
    public init(gateway: (any BroadcastGateway)?, time: any TimeSource) {
        self.gateway = gateway
        self.time = time
    }

    /// Creates a channel. After an error the channel may exist, and is then in the list.
    public func create(_ request: ChannelRequest, by key: KeyRecord) async throws -> BroadcastChannel {
        let gateway = try open(request.app, to: "create channels", by: key)
        let answer = try await call {
            try await gateway.createChannel(
                of: request.app, in: request.environment, storage: request.storage)
        }
        return BroadcastChannel(
            id: try value(answer, nil), app: request.app, environment: request.environment, storage: request.storage)
    }

    /// All channels of an app, without their storage policies.
    public func list(
        of app: String, in environment: PushEnvironment, for key: KeyRecord
    ) async throws -> [BroadcastChannel] {
        let gateway = try open(app, to: "list channels", by: key)
        let answer = try await call { try await gateway.channels(of: app, in: environment) }
        return try value(answer, nil).map { BroadcastChannel(id: $0, app: app, environment: environment) }
    }

    public func channel(
        _ id: ChannelID, of app: String, in environment: PushEnvironment, for key: KeyRecord
    ) async throws -> BroadcastChannel {
        let gateway = try open(app, to: "read channels", by: key)
        let answer = try await call { try await gateway.storage(of: id, of: app, in: environment) }
        return BroadcastChannel(id: id, app: app, environment: environment, storage: try value(answer, id))
    }

    /// Deletes a channel permanently. Activities that follow it stay unchanged until the system ends them.
    public func delete(
        _ id: ChannelID, of app: String, in environment: PushEnvironment, by key: KeyRecord
    ) async throws {
        let gateway = try open(app, to: "delete channels", by: key)
        try value(try await call { try await gateway.deleteChannel(id, of: app, in: environment) }, id)
    }

    /// Sends one update, or the end, to every device that follows the channel.
    public func publish(
        _ request: BroadcastRequest, to id: ChannelID, by key: KeyRecord
    ) async throws -> PublishedBroadcast {
        let gateway = try open(request.app, to: "publish to channels", by: key)
        let now = time.now
        let broadcast = try BroadcastPush(request, to: id, at: now)
        try value(try await call { try await gateway.publish(broadcast) }, id)
        return PublishedBroadcast(id: broadcast.id, channelID: id, publishedAt: now)
    }

    private func open(_ app: String, to action: String, by key: KeyRecord) throws -> any BroadcastGateway {
        try key.require([.admin], to: action)
        guard let gateway else {
            throw APIError(
                .gatewayRefused, "No gateway for broadcasts is set up: start the server with --apns-key or --simulate.")
        }
        return gateway
    }

    private func call<Value>(
        _ request: () async throws -> ChannelResponse<Value>
    ) async throws -> ChannelResponse<Value> {
        do {
            return try await request()
        } catch let error as UnknownResponse {
            throw APIError(.gatewayRefused, "The push service sent an unknown response: status \(error.status).")
        }
    }

    @discardableResult
    private func value<Value>(_ answer: ChannelResponse<Value>, _ channel: ChannelID?) throws -> Value {
        switch answer {
        case .done(let value): return value
        case .unknownChannel(let reason):
            throw APIError(
                .notFound, "The app has no channel \(channel?.description ?? "") in this environment (\(reason)).")
        case .rejected(let rejection): throw APIError(.gatewayRefused, Self.message(for: rejection))
        case .deferred(let deferral):
            throw APIError(.gatewayUnavailable, "The push service cannot accept the request now: \(deferral.reason).")
        }
    }

    private static func message(for rejection: Rejection) -> String {
        guard rejection.reason != .noCredential else {
            return "No APNs key is configured for this app in this environment."
        }
        let subject =
            rejection.cause == .credentialInvalid ? "the server's key for it" : "the request"
        return "The push service refused \(subject): \(rejection.reason)."
    }
}

extension BroadcastPush {
    /// The broadcast of a request at the moment `now`, which orders it among the channel's updates.
    ///
    /// - Throws: `APIError` `invalid_request`, also when the payload is larger than a broadcast may be: the state
    ///   belongs to the app and cannot be shortened.
    init(_ request: BroadcastRequest, to channel: ChannelID, at now: Timestamp) throws {
        try ChannelRules.check(request)
        let payload = try PushPayload(request, at: now).encoded()
        guard payload.count <= PayloadLimits.broadcast else {
            throw APIError(
                .invalidRequest,
                "content_state: the payload has \(payload.count) bytes; at most \(PayloadLimits.broadcast) are accepted"
            )
        }
        let expiresIn = request.expiresIn ?? 0
        self.init(
            id: .make(at: now), channel: channel, environment: request.environment, app: request.app, payload: payload,
            urgency: request.priority == .considerate ? .considerate : .immediate,
            expiration: expiresIn > 0 ? now + .seconds(expiresIn) : nil)
    }
}

extension PushPayload {
    fileprivate init(_ request: BroadcastRequest, at now: Timestamp) {
        let push = LiveActivityPush(
            event: request.event == .end ? .end : .update, timestamp: now, contentState: .object(request.contentState),
            staleDate: request.staleIn.map { now + .seconds($0) },
            dismissalDate: request.dismissIn.map { now + .seconds($0) })
        let alert = request.alert.map { PushAlert(title: $0.title, body: $0.body) }
        self.init(aps: APS(alert: alert, sound: alert == nil ? nil : .default, liveActivity: push))
    }
}
