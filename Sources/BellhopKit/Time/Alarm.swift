import BellhopModel

/// Waits for a while or for a signal, whichever is first.
struct Alarm: Sendable {
    let clock: any ClockPort
    let wake: Wake

    /// - Parameter pause: how long at most; `nil` waits for the signal alone.
    /// - Returns: also when the task is cancelled.
    func wait(atMost pause: Duration?) async {
        guard let pause else { return await wake.wait() }
        guard pause > .zero else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try? await clock.sleep(until: clock.now + pause) }
            group.addTask { [wake] in await wake.wait() }
            await group.next()
            group.cancelAll()
        }
    }
}
