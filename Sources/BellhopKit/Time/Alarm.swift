import BellhopModel

/// Waits for a while or for a signal, whichever is first.
struct Alarm: Sendable {
    let clock: any ClockPort
    let wake: Wake

    /// - Parameter pause: how long at most; `nil` waits for the signal alone.
    /// - Returns: also when the task is cancelled.
    func wait(atMost pause: Duration?) async { await wait(until: pause.map { clock.now + $0 }) }

    /// - Parameter moment: when to return at the latest; `nil` waits for the signal alone.
    /// - Returns: also when the task is cancelled.
    func wait(until moment: Timestamp?) async {
        guard let moment else { return await wake.wait() }
        guard clock.now < moment else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try? await clock.sleep(until: moment) }
            group.addTask { [wake] in await wake.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}
