import BellhopModel

/// One errand as it stands in this process. Only its ``Courier`` touches it.
final class ErrandEntry<Cargo: Codable & Hashable & Sendable> {
    var errand: Errand<Cargo>
    private var time: SteadyTime
    var attempts = 0
    /// When to try again, by uptime: a clock that is set back must not put it off.
    var due: Duration = .zero
    /// The medium has it as it is.
    var isWritten: Bool
    /// The person was told that it waits.
    var isAnnounced: Bool
    let turn: Turn

    /// One that was just accepted. Its maker has the first turn.
    init(new errand: Errand<Cargo>) {
        self.errand = errand
        time = SteadyTime(seen: errand.seen)
        (isWritten, isAnnounced) = (false, false)
        turn = Turn(isTaken: true)
    }

    /// One of an earlier launch.
    init(kept errand: Errand<Cargo>) {
        self.errand = errand
        time = SteadyTime(seen: errand.seen)
        (isWritten, isAnnounced) = (true, true)
        turn = Turn()
    }

    /// There is still something to do.
    var isOpen: Bool { errand.result == nil || !isWritten }

    /// The time as it is known for this errand, and kept with it.
    func time(by clock: any ClockPort) -> Timestamp {
        let now = time.advance(to: clock.now, uptime: clock.uptime)
        errand.seen = now
        return now
    }
}
