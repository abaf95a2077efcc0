public import BellhopModel
public import BellhopPush
import NIOCore

extension APNsGateway: BroadcastGateway {
    public func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID> {
        try await manage(app, environment) { id in
            try .createChannel(of: app, storage: storage, id: id)
        } reading: { response in
            response.channelID.flatMap(ChannelID.init)
        }
    }

    public func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage> {
        try await manage(app, environment) { id in
            .readChannel(channel, of: app, id: id)
        } reading: { response in
            response.decode(ChannelBody.self).flatMap { ChannelStorage(policy: $0.policy) }
        }
    }

    public func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]> {
        try await manage(app, environment) { id in
            .listChannels(of: app, id: id)
        } reading: { response in
            response.decode(ChannelListBody.self)?.channels
        }
    }

    public func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void> {
        try await manage(app, environment) { id in
            .deleteChannel(channel, of: app, id: id)
        } reading: { _ in
            ()
        }
    }

    public func publish(_ broadcast: Broadcast) async throws -> ChannelResponse<Acceptance> {
        guard let pool = pools(for: broadcast.app, in: broadcast.environment)?.broadcasts else { return .noCredential }
        if let fault = broadcast.fault {
            pool.refused(fault)
            return .rejected(fault)
        }
        return ChannelResponse(try await pool.send(APNsRequest(broadcast)).outcome) { $0 }
    }

    /// - Parameters:
    ///   - request: makes it, with the id that APNs echoes.
    ///   - value: finds in a success what was asked for; `nil` when it is not there.
    private func manage<Value: Sendable>(
        _ app: String, _ environment: PushEnvironment, _ request: (String) throws -> APNsRequest,
        reading value: (APNsResponse) -> Value?
    ) async throws -> ChannelResponse<Value> {
        guard let pool = pools(for: app, in: environment)?.channels else { return .noCredential }
        guard app.isAppIdentifier else {
            let fault = Rejection(reason: .topicDisallowed, cause: .pushInvalid)
            pool.refused(fault)
            return .rejected(fault)
        }
        let answer = try await pool.send(request(BroadcastID.make(at: systemClock()).description))
        return try ChannelResponse(answer.outcome) { _ in
            guard let response = answer.response, let value = value(response) else {
                throw UnknownResponse(status: answer.response?.status ?? 0, body: "a success without what was asked for")
            }
            return value
        }
    }
}

extension ChannelResponse {
    fileprivate static var noCredential: Self {
        .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid))
    }

    /// - Parameter value: what a success gives.
    fileprivate init(_ outcome: Outcome, value: (Acceptance) throws -> Value) rethrows {
        self =
            switch outcome {
            case .accepted(let acceptance): .done(try value(acceptance))
            case .rejected(let rejection) where APNsErrors.unknownChannel.contains(rejection.reason):
                .unknownChannel(rejection.reason)
            case .rejected(let rejection): .rejected(rejection)
            case .deferred(let deferral): .deferred(deferral)
            }
    }
}

extension APNsResponse {
    fileprivate func decode<Body: Decodable>(_ type: Body.Type) -> Body? {
        body.flatMap { try? CanonicalJSON.decode(type, from: $0.readableBytesView) }
    }
}
