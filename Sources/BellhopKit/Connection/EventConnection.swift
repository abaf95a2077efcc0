import BellhopModel

/// Keeps a connection to the server's events, and makes it again when it ends.
struct EventConnection: Sendable {
    let port: any EventPort
    let clock: any ClockPort
    let randomness: any RandomnessPort
    /// Signalled when there is no reason to wait any longer before connecting.
    let wake: Wake

    /// A connection that lasted so long was a good one; what ends it is no sign of trouble.
    private static let good: Duration = .seconds(60)

    enum News: Sendable {
        /// Connected. Events may have been missed: read the lists.
        case connected
        case event(Event)
        case disconnected
    }

    /// Until the task is cancelled.
    func run(with key: Secret, _ receive: @Sendable (News) async -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            if let events = try? await port.events(with: key) {
                let start = clock.uptime
                await receive(.connected)
                for await event in events {
                    failures = 0
                    await receive(.event(event))
                }
                await receive(.disconnected)
                if clock.uptime - start >= Self.good { failures = 0 }
            }
            if Task.isCancelled { return }
            failures += 1
            let pause = Backoff.answers.delay(after: failures, random: randomness.next())
            await Alarm(clock: clock, wake: wake).wait(atMost: pause)
        }
    }
}
