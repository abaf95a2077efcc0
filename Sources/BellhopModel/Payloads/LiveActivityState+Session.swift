extension LiveActivityState {
    /// What to show of `session` while it waits for `ask`.
    ///
    /// A session that waits for an answer is waiting, whether or not its agent said so. Only what can be approved or
    /// denied gets buttons, and what is over gets none.
    public init(_ session: AgentSession, waitingFor ask: Ask?, at now: Timestamp) {
        self.init(session, at: now)
        guard !session.isOver, let ask, ask.state == .pending, now < ask.deadline else { return }
        status = .waiting
        if ask.request.isApproval { self.ask = WaitingAsk(ask) }
    }

    /// Whether it looks the same. The elapsed time counts on by itself.
    public func looksLike(_ other: Self) -> Bool {
        var (a, b) = (self, other)
        (a.elapsedSeconds, b.elapsedSeconds) = (0, 0)
        return a == b
    }
}
