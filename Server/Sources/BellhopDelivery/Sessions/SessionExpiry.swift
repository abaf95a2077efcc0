import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle

/// Ends sessions that nothing has been heard of for an hour, and with them what shows them: their agent may have been killed,
/// or have lost its server, without a word.
///
/// A session that has a pending ask goes on: the ask has a deadline of its own. One that goes on in silence says so now and then, as
/// the hooks of agents do; one that was ended goes on with its next turn.
public struct SessionExpiry: Service {
    /// The silence after which a session is over.
    public static let silence: Duration = .seconds(3600)
    /// Between two looks.
    static let interval: Duration = .seconds(60)
    static let batch = 100

    private let store: any SessionStore
    private let hub: EventHub
    private let wake: Wake
    private let time: any TimeSource
    private let logger: Logger

    /// - Parameter wake: the ``LiveActivityUpdater``'s, rung when there is something to take away.
    public init(store: any SessionStore, hub: EventHub, wake: Wake, time: any TimeSource, logger: Logger) {
        self.store = store
        self.hub = hub
        self.wake = wake
        self.time = time
        self.logger = logger
    }

    public func run() async throws {
        let rounds = Rounds(
            purpose: "ending silent sessions", wake: Wake(), time: time, logger: logger, longestWait: Self.interval)
        await rounds.run {
            let now = time.now
            let ended = try await store.endSilentSessions(
                changedBefore: now - Self.silence, SessionUpdate(operation: "Nothing was heard for an hour"), at: now,
                limit: Self.batch)
            if !ended.isEmpty { wake.signal() }
            for session in ended { hub.publish(.sessionUpdated(session), to: session.userID) }
            return ended.count == Self.batch ? now : nil
        }
    }
}
