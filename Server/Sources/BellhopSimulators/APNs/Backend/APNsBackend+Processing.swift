import BellhopModel
import NIOConcurrencyHelpers
import NIOCore

extension APNsBackend {
    /// Processes a checked request: applies the next fault, delivers, counts and logs.
    ///
    /// - Parameter resume: Makes the action that sends a held response. Called before observers see the request, so
    ///   that they can release it.
    func process(
        _ request: CompletePushRequest, _ checked: APNsCheckResult,
        resume: (SimulatedAPNsResponse) -> @Sendable () -> Void
    ) -> APNsScriptedResponse {
        state.withLockedValue { state in
            let fault = checked.refusal == nil ? state.script.next(for: request.token) : nil
            var scripted = APNsScriptedResponse(
                response: SimulatedAPNsResponse(apnsID: request.apnsID, refusal: checked.refusal), fault: fault)
            if case .refuse(let refusal) = fault {
                scripted = APNsScriptedResponse(response: scripted.response.refused(refusal))
            }
            if scripted.response.refusal == nil, configuration.environment == .sandbox {
                scripted.response.uniqueID = DeliveryID.make(at: request.now).description
            }
            if fault == .hold { state.held.append(resume(scripted.response)) }
            if checked.refusal == nil, fault?.delivers ?? true { deliver(request, &state) }
            record(request, ReceivedPush.Result(refusal: checked.refusal, fault: fault), &state)
            return scripted
        }
    }

    private func deliver(_ request: CompletePushRequest, _ state: inout State) {
        let retainsAll = configuration.retention == .everything
        guard retainsAll || state.queues[request.token] != nil, let push = DeliveredPush(request) else { return }
        state.queues[request.token, default: APNsDeviceQueue()].deliver(push, store: retainsAll, now: request.now)
    }

    private func record(_ request: CompletePushRequest, _ result: ReceivedPush.Result, _ state: inout State) {
        state.statistics.count(result)
        let retainsAll = configuration.retention == .everything
        guard retainsAll || !state.observers.isEmpty else { return }
        let push = ReceivedPush(request, result)
        if retainsAll { state.log.append(push) }
        state.observers.removeAll { if case .terminated = $0.yield(push) { true } else { false } }
    }
}

extension ReceivedPush.Result {
    init(refusal: APNsRefusal?, fault: APNsFault?) {
        self = refusal.map { .refused($0) } ?? fault.map { .faulted($0) } ?? .accepted
    }
}

extension APNsBackend {
    /// Processes a checked request about channels, as `process` does for a push.
    ///
    /// - Parameter resume: Makes the action that sends a held response.
    func process(
        _ target: ChannelTarget, _ request: CompletePushRequest, _ checked: APNsCheckResult,
        resume: (SimulatedAPNsResponse) -> @Sendable () -> Void
    ) -> APNsScriptedResponse {
        let (scripted, subscribers) = state.withLockedValue { state in
            let fault = checked.refusal == nil ? state.script.next(for: "") : nil
            var response = SimulatedAPNsResponse(
                apnsID: request.apnsID, idField: "apns-request-id", refusal: checked.refusal)
            var subscribers: [SimulatedChannel.Stream.Continuation] = []
            if checked.refusal == nil, fault?.delivers ?? true {
                (response.channels, subscribers) = apply(target, request, &state)
            }
            var scripted = APNsScriptedResponse(response: response, fault: fault)
            if case .refuse(let refusal) = fault {
                scripted = APNsScriptedResponse(response: response.refused(refusal))
            }
            if fault == .hold { state.held.append(resume(response)) }
            record(target, request, ReceivedPush.Result(refusal: checked.refusal, fault: fault), &state)
            return (scripted, subscribers)
        }
        for subscriber in subscribers { subscriber.finish() }
        return scripted
    }

    private func apply(
        _ target: ChannelTarget, _ request: CompletePushRequest, _ state: inout State
    ) -> (ChannelResult?, subscribers: [SimulatedChannel.Stream.Continuation]) {
        let channel = request.push.headers.channelID.flatMap(ChannelID.init)
        switch (target, request.push.method, channel) {
        case (.broadcast(let app), _, let channel?):
            state.channels.publish(
                DeliveredBroadcast(
                    channel: channel, app: app, headers: request.push.headers, payload: request.payload,
                    receivedAt: request.now), now: request.now)
            return (.published, [])
        case (.allChannels(let app), _, _):
            return (.list(state.channels.channels(of: app)), [])
        case (.channels(let app), "POST", _):
            return (.made(state.channels.make(in: app, storage: request.newStorage)), [])
        case (.channels(let app), "GET", let channel?):
            return (.storage(state.channels.storage(of: channel, in: app)), [])
        case (.channels(let app), _, let channel?):
            return (.deleted, state.channels.delete(channel, in: app))
        case (.broadcast, _, nil), (.channels, _, nil):
            // The checks refuse a request without a channel.
            return (nil, [])
        }
    }

    private func record(
        _ target: ChannelTarget, _ request: CompletePushRequest, _ result: ReceivedPush.Result, _ state: inout State
    ) {
        state.statistics.count(result)
        guard configuration.retention == .everything, case .broadcast(let app) = target else { return }
        state.broadcasts.append(
            ReceivedBroadcast(
                app: app, headers: request.push.headers, payload: request.payload, receivedAt: request.now,
                result: result))
    }
}

extension CompletePushRequest {
    /// The storage policy of the channel to create.
    fileprivate var newStorage: ChannelStorage {
        let json = try? CanonicalJSON.decode(JSONValue.self, from: push.payload.readableBytesView)
        return json?["message-storage-policy"]?.integer == 1 ? .latest : .nothing
    }
}

/// A complete request, with its connection, stream and time.
struct CompletePushRequest: Sendable {
    var push: PushRequest
    /// The number of the connection, counted from 1.
    var connection: Int
    var stream: Int
    var now: Timestamp
    /// The device token in lower case; empty when the path contains none.
    var token: String
    /// The `apns-id` of the response, or its `apns-request-id` for a request about channels: the provider's own when it
    /// is a UUID, otherwise a generated one.
    var apnsID: String

    init(_ request: PushRequest, connection: Int, stream: Int, now: Timestamp) {
        push = request
        self.connection = connection
        self.stream = stream
        self.now = now
        token = request.deviceToken ?? ""
        let given = request.channelTarget == nil ? request.headers.id : request.headers.requestID
        let own = given.flatMap { DeliveryID($0) == nil ? nil : $0 }
        apnsID = own ?? DeliveryID.make(at: now).description
    }

    var payload: [UInt8] { Array(push.payload.readableBytesView) }
}

extension DeliveredPush {
    init?(_ request: CompletePushRequest) {
        guard let token = DeviceToken(request.token) else { return nil }
        var headers = request.push.headers
        headers.id = request.apnsID
        self.init(token: token, headers: headers, payload: request.payload, receivedAt: request.now)
    }
}

extension ReceivedPush {
    init(_ request: CompletePushRequest, _ result: Result) {
        self.init(
            connection: request.connection, stream: request.stream, token: request.token, apnsID: request.apnsID,
            headers: request.push.headers, payload: request.payload, receivedAt: request.now, result: result)
    }
}
