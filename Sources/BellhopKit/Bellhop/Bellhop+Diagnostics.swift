extension Bellhop {
    /// How everything stands that decides whether notifications arrive and can be answered.
    public func diagnostics() async -> Diagnostics {
        Diagnostics(
            settings: await ports.center.settings(), categories: await ports.center.registered(),
            registration: await registrar.state, pendingAnswers: await outbox.waiting.count,
            scheduled: await schedule.list().count, lastPush: lastPush)
    }
}
