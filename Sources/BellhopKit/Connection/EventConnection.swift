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
    /// After so many failures in a row the lists are read instead, at each further attempt.
    private static let patience = 3
    /// How far apart those attempts are at least.
    private static let calm: Duration = .seconds(30)

    enum News: Sendable {
        /// Connected. Events may have been missed: read the lists.
        case connected
        case event(Event)
        case disconnected
        /// No connection can be had for now: read the lists.
        case unreachable
        /// The server turned the key down.
        case keyRejected
    }

    /// Until the task is cancelled or the key is turned down.
    func run(with key: Secret, _ receive: @Sendable (News) async -> Void) async {
        var failures = 0
        /// Attempts in a row that gave no connection at all.
        var misses = 0
        while !Task.isCancelled {
            do {
                let events = try await port.events(with: key)
                let start = clock.uptime
                misses = 0
                await receive(.connected)
                for await event in events {
                    failures = 0
                    await receive(.event(event))
                }
                await receive(.disconnected)
                if clock.uptime - start >= Self.good { failures = 0 }
            } catch is EventRefusal {
                return await receive(.keyRejected)
            } catch {
                misses += 1
            }
            if Task.isCancelled { return }
            failures += 1
            var pause = Backoff.answers.delay(after: failures, random: randomness.next())
            if misses >= Self.patience {
                pause = max(pause, Self.calm)
                await receive(.unreachable)
            }
            await Alarm(clock: clock, wake: wake).wait(atMost: pause)
        }
    }
}
