public import BellhopModel

extension Bellhop {
    /// There is time in the background: sends what waits, without waiting for its time.
    public func sendWaiting() async { await flush() }

    /// How long the system lets an app work for a silent push, less what it takes to come to an end.
    static let backgroundTime: Duration = .seconds(25)

    /// The system gives the app some time in the background: `BGAppRefreshTask`. Learns what has changed, brings the
    /// lists up to date and sends what waits.
    ///
    /// - Parameter deadline: when to have come to an end. Cancel the task when the time is over sooner.
    public func refreshInBackground(until deadline: Timestamp) async -> BackgroundResult {
        let result = await syncChanges(until: deadline, about: nil)
        if !Task.isCancelled, ports.clock.now < deadline {
            await flush()
            await reconcile()
            await schedule.fill()
        }
        return result
    }

    /// - Parameter payload: the silent push that says so, if one did.
    func syncChanges(until deadline: Timestamp, about payload: PushPayload?) async -> BackgroundResult {
        let isWanted = await preferences.present().allows(category: .newItem) && !isForeground
        let own = await changes.run(
            until: deadline,
            ChangeSync.Telling(
                isWanted: isWanted, tell: { [weak self] in await self?.tell(.changes($0)) },
                tellAll: { [weak self] in await self?.tell(.items($0)) }))
        guard let payload, let sync = ports.sync else { return own }
        let other = await sync(payload)
        if own == .newData || other == .newData { return .newData }
        return own == .failed ? .failed : other
    }
}
