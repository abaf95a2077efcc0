import BellhopModel

/// One answer in the outbox, as it stands in this process. Only its ``AnswerOutbox`` touches it.
final class OutboxEntry {
    var record: AnswerRecord
    var time: SteadyTime
    var attempts = 0
    /// When to try again, by uptime: a clock that is set back must not put it off.
    var due: Duration = .zero
    /// A request has left, or may have before a restart.
    var mayHaveArrived: Bool
    /// The person was told that it waits.
    var isAnnounced = false
    /// Made once for each device id: a new signature would make a repetition look like another request.
    var signature: (device: DeviceID, text: String)?
    let turn: Turn

    /// An answer that was just given. Its maker has the first turn.
    init(new record: AnswerRecord) {
        self.record = record
        time = SteadyTime(seen: record.seen)
        mayHaveArrived = false
        turn = Turn(isTaken: true)
    }

    /// An answer of an earlier launch, which may have died between sending and hearing back.
    init(kept record: AnswerRecord) {
        self.record = record
        time = SteadyTime(seen: record.seen)
        mayHaveArrived = true
        isAnnounced = true
        turn = Turn()
    }

    /// There is still something to do.
    var isOpen: Bool { record.result == nil || record.isUnverified }
}
