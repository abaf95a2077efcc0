import BellhopModel

/// A connection to the server's events that reconnects with backoff.
struct EventConnection: Sendable {
    let port: any EventPort
    let clock: any ClockPort
    let randomness: any RandomnessPort
    /// Signalled when the network returns, to reconnect at once.
    let signal: AsyncSignal

    /// The lifetime after which a connection counts as stable and resets the backoff.
    private static let stableLifetime: Duration = .seconds(60)
    /// The number of failed attempts in a row after which each further attempt also requests the lists.
    private static let missLimit = 3
    /// The shortest delay between those attempts.
    private static let unreachableDelay: Duration = .seconds(30)

    enum Update: Sendable {
        /// Connected. Events may have been missed: the lists must be read.
        case connected
        case event(Event)
        case disconnected
        /// No connection is possible now: the lists must be read.
        case unreachable
        /// The server rejected the device's key.
        case keyRejected
    }

    /// Stays connected until the task is cancelled or the key is rejected.
    func run(with key: Secret, _ receive: @Sendable (Update) async -> Void) async {
        var failures = 0
        /// The number of attempts in a row without a connection.
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
                if clock.uptime - start >= Self.stableLifetime { failures = 0 }
            } catch is EventRefusal {
                return await receive(.keyRejected)
            } catch {
                misses += 1
            }
            if Task.isCancelled { return }
            failures += 1
            var pause = RetryBackoff.interactive.delay(after: failures, random: randomness.next())
            if misses >= Self.missLimit {
                pause = max(pause, Self.unreachableDelay)
                await receive(.unreachable)
            }
            await signal.wait(atMost: pause, clock)
        }
    }
}
