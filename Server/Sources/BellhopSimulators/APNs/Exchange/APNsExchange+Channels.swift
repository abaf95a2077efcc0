import BellhopModel
import NIOCore
import Synchronization

extension APNsExchange {
    /// As for a push: decides what becomes of a request about channels that the checks have judged.
    ///
    /// - Parameter resume: makes what gives a held answer later.
    func settle(
        _ target: ChannelTarget, _ arrival: APNsArrival, _ verdict: APNsVerdict,
        resume: (APNsAnswer) -> @Sendable () -> Void
    ) -> APNsReaction {
        let (reaction, leavers) = state.withLock { state in
            let faulted = verdict.refusal == nil ? state.script.next(for: "") : nil
            var answer = APNsAnswer(
                apnsID: arrival.apnsID, idField: "apns-request-id", refusal: verdict.refusal)
            var leavers: [FollowedChannel.Stream.Continuation] = []
            if verdict.refusal == nil, faulted?.delivers ?? true {
                (answer.channels, leavers) = carryOut(target, arrival, &state)
            }
            var reaction = APNsReaction(answer: answer, fault: faulted)
            if case .refuse(let refusal) = faulted { reaction = APNsReaction(answer: answer.refused(refusal)) }
            if faulted == .hold { state.held.append(resume(answer)) }
            record(target, arrival, ReceivedPush.Result(refusal: verdict.refusal, fault: faulted), &state)
            return (reaction, leavers)
        }
        for follower in leavers { follower.finish() }
        return reaction
    }

    private func carryOut(
        _ target: ChannelTarget, _ arrival: APNsArrival, _ state: inout State
    ) -> (ChannelResult?, leavers: [FollowedChannel.Stream.Continuation]) {
        let channel = arrival.request.headers.channelID.flatMap(ChannelID.init)
        switch (target, arrival.request.method, channel) {
        case (.broadcast(let app), _, let channel?):
            state.channels.post(
                DeliveredBroadcast(
                    channel: channel, app: app, headers: arrival.request.headers, payload: arrival.payload,
                    receivedAt: arrival.now), now: arrival.now)
            return (.published, [])
        case (.allChannels(let app), _, _):
            return (.list(state.channels.channels(of: app)), [])
        case (.channels(let app), "POST", _):
            return (.made(state.channels.make(in: app, storage: arrival.newStorage)), [])
        case (.channels(let app), "GET", let channel?):
            return (.storage(state.channels.storage(of: channel, in: app)), [])
        case (.channels(let app), _, let channel?):
            return (.deleted, state.channels.delete(channel, in: app))
        case (.broadcast, _, nil), (.channels, _, nil):
            // The checks let none pass that names no channel.
            return (nil, [])
        }
    }

    private func record(
        _ target: ChannelTarget, _ arrival: APNsArrival, _ result: ReceivedPush.Result, _ state: inout State
    ) {
        state.statistics.count(result)
        guard configuration.keeps == .everything, case .broadcast(let app) = target else { return }
        state.broadcasts.append(
            ReceivedBroadcast(
                app: app, headers: arrival.request.headers, payload: arrival.payload, receivedAt: arrival.now,
                result: result))
    }
}

extension APNsArrival {
    /// What a channel that is to be made stores.
    fileprivate var newStorage: ChannelStorage {
        let json = try? CanonicalJSON.decode(JSONValue.self, from: request.payload.readableBytesView)
        return json?["message-storage-policy"]?.integer == 1 ? .latest : .nothing
    }
}
