import BellhopFoundation
import BellhopModel

/// Publishes ``BellhopUpdate`` values, and keeps the latest of each kind for new readers. `lock` guards its state.
final class UpdatePublisher: @unchecked Sendable {
    private let broadcaster = UpdateBroadcaster<BellhopUpdate>()
    /// Signalled when the published registration changes.
    private let registrationSignals: [AsyncSignal]

    private let lock = Lock()
    // Guarded by `lock`.
    private var latest = LatestUpdates()
    private var registrationResults = LatestResult()

    init(registrationSignals: [AsyncSignal] = []) { self.registrationSignals = registrationSignals }

    /// - Returns: `true` if a reader accepted it.
    @discardableResult
    func publish(_ update: BellhopUpdate) -> Bool {
        lock.withLock {
            guard latest.insert(update) else { return false }
            return broadcaster.send(update)
        }
    }

    /// Orders the registration states that are read concurrently; see ``LatestResult``.
    func beginRegistration() -> Int { lock.withLock { registrationResults.begin() } }

    /// - Parameter request: the number of ``beginRegistration()``; `nil` for a state that is published at once.
    func publish(_ state: RegistrationState, of request: Int? = nil) {
        let isChanged = lock.withLock {
            guard registrationResults.accept(request ?? registrationResults.begin()),
                latest.insert(.registration(state))
            else { return false }
            broadcaster.send(.registration(state))
            return true
        }
        if isChanged { registrationSignals.forEach { $0.signal() } }
    }

    func hasReader(for update: BellhopUpdate) -> Bool { broadcaster.hasReader(for: update) }

    /// The number of updates published so far.
    var sentCount: UInt64 { broadcaster.sentCount }

    /// A stream of the latest updates, followed by every further one.
    ///
    /// - Parameters:
    ///   - current: the state of other components, in the order of publication.
    ///   - count: ``sentCount`` before `current` was read.
    /// - Returns: `nil` when updates were published since, so that `current` may be outdated.
    func subscribe(
        startingWith current: LatestUpdates.External, readAt count: UInt64,
        accepts: @escaping @Sendable (BellhopUpdate) -> Bool
    ) -> AsyncStream<BellhopUpdate>? {
        lock.withLock {
            guard count == broadcaster.sentCount else { return nil }
            return broadcaster.subscribe(startingWith: latest.updates(current), accepts: accepts)
        }
    }
}

extension UpdatePublisher: UserScoped {
    func erase() async { lock.withLock { latest.removeSessions() } }
}

/// The latest update of each kind.
struct LatestUpdates: Sendable {
    private var registration: RegistrationState = .waitingForToken
    private var authorization: AuthorizationState?
    private var permission: PermissionStep?
    private var badge: Int?
    private var isConnected: Bool?
    private var sessions: [SessionID: AgentSession] = [:]

    /// The maximum number of sessions; above it the least recently changed one is dropped.
    static let sessionLimit = 64

    /// The state of other components.
    struct External: Sendable {
        var pending: [Ask]
        var answering: [AskID: Answer]
        var preferences: NotificationPreferences
    }

    /// - Returns: `false` for a state that is already published.
    mutating func insert(_ update: BellhopUpdate) -> Bool {
        switch update {
        case .registration(let state):
            guard registration != state else { return false }
            registration = state
        case .authorization(let state):
            guard authorization != state else { return false }
            authorization = state
        case .permission(let step):
            guard permission != step else { return false }
            permission = step
        case .badge(let count): badge = count
        case .connected(let value): isConnected = value
        case .session(let session): insert(session)
        case .preferences, .changes, .items, .pending, .card: break
        }
        return true
    }

    private mutating func insert(_ session: AgentSession) {
        sessions[session.id] = session
        guard sessions.count > Self.sessionLimit else { return }
        let oldest = sessions.values.min { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        if let oldest { sessions[oldest.id] = nil }
    }

    mutating func removeSessions() { sessions = [:] }

    /// The updates, with asks before the sessions that wait for them.
    func updates(_ external: External) -> [BellhopUpdate] {
        var updates: [BellhopUpdate] = [
            .registration(registration), .pending(external.pending, answering: external.answering),
        ]
        if let authorization { updates.append(.authorization(authorization)) }
        if let permission { updates.append(.permission(permission)) }
        updates.append(.preferences(external.preferences))
        if let badge { updates.append(.badge(badge)) }
        if let isConnected { updates.append(.connected(isConnected)) }
        let known = sessions.values.sorted { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
        return updates + known.map(BellhopUpdate.session)
    }
}

/// The app's foreground state.
final class ForegroundState: @unchecked Sendable {
    /// Signalled at each change.
    private let signal: AsyncSignal
    private let lock = Lock()
    // Guarded by `lock`.
    private var value = false

    init(signal: AsyncSignal) { self.signal = signal }

    var isForeground: Bool { lock.withLock { value } }

    func set(_ isForeground: Bool) {
        lock.withLock { value = isForeground }
        signal.signal()
    }
}
