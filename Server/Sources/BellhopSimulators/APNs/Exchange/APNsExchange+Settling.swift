import BellhopModel
import Synchronization

extension APNsExchange {
    /// Decides what becomes of a request that the checks have judged: takes the next fault, delivers, counts, logs.
    ///
    /// - Parameter resume: makes what gives a held answer later. Called before any observer hears of the request, so
    ///   that whoever saw it can release it.
    func settle(
        _ arrival: APNsArrival, _ verdict: APNsVerdict, resume: (APNsAnswer) -> @Sendable () -> Void
    ) -> APNsReaction {
        state.withLock { state in
            let faulted = verdict.refusal == nil ? state.script.next(for: arrival.token) : nil
            var reaction = APNsReaction(
                answer: APNsAnswer(apnsID: arrival.apnsID, refusal: verdict.refusal), fault: faulted)
            if case .refuse(let refusal) = faulted { reaction = APNsReaction(answer: reaction.answer.refused(refusal)) }
            if reaction.answer.refusal == nil, configuration.environment == .sandbox {
                reaction.answer.uniqueID = DeliveryID.make(at: arrival.now).description
            }
            if faulted == .hold { state.held.append(resume(reaction.answer)) }
            if verdict.refusal == nil, faulted?.delivers ?? true { deliver(arrival, &state) }
            record(arrival, ReceivedPush.Result(refusal: verdict.refusal, fault: faulted), &state)
            return reaction
        }
    }

    private func deliver(_ arrival: APNsArrival, _ state: inout State) {
        let keeps = configuration.keeps == .everything
        guard keeps || state.mailboxes[arrival.token] != nil, let push = DeliveredPush(arrival) else { return }
        state.mailboxes[arrival.token, default: Mailbox()].post(push, keep: keeps, now: arrival.now)
    }

    private func record(_ arrival: APNsArrival, _ result: ReceivedPush.Result, _ state: inout State) {
        state.statistics.count(result)
        let keeps = configuration.keeps == .everything
        guard keeps || !state.observers.isEmpty else { return }
        let push = ReceivedPush(arrival, result)
        if keeps { state.log.append(push) }
        state.observers.removeAll { if case .terminated = $0.yield(push) { true } else { false } }
    }
}

extension ReceivedPush.Result {
    init(refusal: APNsRefusal?, fault: APNsFault?) {
        self = refusal.map { .refused($0) } ?? fault.map { .faulted($0) } ?? .accepted
    }
}
