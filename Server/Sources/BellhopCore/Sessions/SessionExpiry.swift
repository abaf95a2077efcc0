import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle

/// Ends sessions without an update for an hour, with their Live Activities: their agent may have been killed, or may
/// have lost its server.
///
/// A session with a pending ask is not ended, because the ask has its own deadline. Agents' hooks update a long quiet
/// session from time to time, and an ended session is resumed by its next turn.
public struct SessionExpiry: Service {
    /// The time without an update after which a session is ended.
    public static let silence: Duration = .seconds(3600)
    /// The interval between two checks.
    static let interval: Duration = .seconds(60)
    static let batch = 100

    private let store: Store
    private let hub: EventHub
    private let workSignal: WorkSignal
    private let time: any TimeSource
    private let logger: Logger

    /// - Parameter workSignal: notified of ended sessions.
    public init(store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, logger: Logger) {
        self.store = store
        self.hub = hub
        self.workSignal = workSignal
        self.time = time
        self.logger = logger
    }

    public func run() async throws {
        let loop = PollingLoop(
            purpose: "ending silent sessions", workSignal: WorkSignal(), time: time, logger: logger,
            longestWait: Self.interval)
        await loop.run {
            let now = time.now
            let ended = try await store.endSilentSessions(
                changedBefore: now - Self.silence, SessionUpdate(operation: "No update for an hour"), at: now,
                limit: Self.batch)
            if !ended.isEmpty { workSignal.notify(.sessions) }
            for session in ended { hub.publish(.sessionUpdated(session), to: session.userID) }
            return ended.count == Self.batch ? now : nil
        }
    }
}
