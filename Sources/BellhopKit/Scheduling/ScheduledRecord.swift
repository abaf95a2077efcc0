import BellhopModel

/// A notification that the device is to show later, as kept in the journal.
struct ScheduledRecord: Codable, Hashable, Sendable {
    let id: String
    let payload: JSONValue
    let trigger: LocalTrigger
    /// When it was scheduled: what an interval counts from.
    let from: Timestamp
    /// The first time it is shown.
    let first: Timestamp
    /// The system has it, or had.
    var isPlaced = false

    /// - Throws: why the system would refuse `trigger`, or never show it.
    init(_ id: String, _ payload: PushPayload, _ trigger: LocalTrigger, at now: Timestamp) throws(LocalTriggerProblem) {
        self.id = id
        self.payload = payload.json
        self.trigger = trigger
        from = now
        first = try trigger.next(after: now)
    }

    var notification: LocalNotification { LocalNotification(id: id, payload: push) }

    var push: PushPayload { PushPayload(json: payload.object ?? [:]) }

    /// When it is shown next; `nil` when that was once and is past.
    func next(after now: Timestamp) -> Timestamp? {
        if first > now { return first }
        switch trigger {
        case .after(let interval, repeats: true):
            let period = max(1, interval.wholeMilliseconds)
            let rounds = (now - first).wholeMilliseconds / period + 1
            return first + .milliseconds(rounds * period)
        case .calendar(_, repeats: true): return try? trigger.next(after: now)
        case .after, .calendar: return nil
        }
    }

    /// The trigger for the system now that fires at the originally planned time.
    func trigger(at now: Timestamp) -> LocalTrigger {
        if case .after(_, repeats: false) = trigger {
            .after(max(.milliseconds(1), first - now), repeats: false)
        } else {
            trigger
        }
    }
}
