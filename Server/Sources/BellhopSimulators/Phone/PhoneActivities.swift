import BellhopKit
import BellhopModel
import NIOConcurrencyHelpers

/// The phone's implementation of ActivityKit.
final class PhoneActivities: ActivityPort {
    private struct Readers {
        var arrivals: [AsyncStream<ActivitySnapshot>.Continuation] = []
        var phases: [ActivityID: [AsyncStream<ActivityPhase>.Continuation]] = [:]
    }

    private let system: PhoneSystem
    private let clock: any ClockPort
    /// The push-to-start token, separate from the app's push token.
    let pushToStart: [UInt8]
    private let readers = NIOLockedValueBox(Readers())
    /// A stream of all tokens of Live Activities, for the phone to receive pushes.
    let tokens: AsyncStream<[UInt8]>
    private let newTokens: AsyncStream<[UInt8]>.Continuation

    init(system: PhoneSystem, clock: any ClockPort, pushToken: [UInt8]) {
        self.system = system
        self.clock = clock
        pushToStart = pushToken + [0x5E, 0xED]
        (tokens, newTokens) = AsyncStream<[UInt8]>.makeStream()
        newTokens.yield(pushToStart)
    }

    // MARK: The system

    /// - Returns: `true` if an activity has started, after which the app gets background time.
    func receive(_ push: DeliveredPush, to token: [UInt8]) -> Bool {
        let now = clock.now
        let next = newToken()
        let event = system.change { state in
            token == pushToStart
                ? state.startActivity(push, ActivityID(rawValue: Hex.encode(next.suffix(16))), token: next)
                : state.updateActivity(push, of: token, at: now)
        }
        guard let event else { return false }
        publish(event)
        if case .began = event { return true }
        return false
    }

    /// The user removes an activity.
    func dismiss(_ id: ActivityID) {
        let now = clock.now
        if let event = system.change({ $0.endActivity(id, dismissal: now, at: now) }) { publish(event) }
    }

    private func publish(_ event: PhoneState.ActivityEvent) {
        switch event {
        case .began(let snapshot):
            if let token = snapshot.token { newTokens.yield(token) }
            for reader in readers.withLockedValue({ $0.arrivals }) { reader.yield(snapshot) }
        case .ended(let id):
            let phase = system.screen.activities.first { $0.id == id }?.phase ?? .dismissed
            for reader in readers.withLockedValue({ $0.phases[id] ?? [] }) { reader.yield(phase) }
        }
    }

    private func newToken() -> [UInt8] {
        let id = LiveActivityID.make(at: clock.now)
        let bytes = [id.high, id.low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
        return pushToStart.prefix(16) + bytes
    }

    // MARK: The app

    func isEnabled() async -> Bool { true }
    func enablement() -> AsyncStream<Bool> { AsyncStream.makeStream(of: Bool.self).stream }
    func all() async -> [ActivitySnapshot] { system.screen.activities.map(\.snapshot) }

    func arrivals() -> AsyncStream<ActivitySnapshot> {
        let (stream, continuation) = AsyncStream.makeStream(of: ActivitySnapshot.self)
        readers.withLockedValue { $0.arrivals.append(continuation) }
        return stream
    }

    func phases(of id: ActivityID) -> AsyncStream<ActivityPhase> {
        let (stream, continuation) = AsyncStream.makeStream(of: ActivityPhase.self)
        readers.withLockedValue { $0.phases[id, default: []].append(continuation) }
        return stream
    }

    /// Update tokens are never replaced here.
    func tokens(of id: ActivityID) -> AsyncStream<[UInt8]> { AsyncStream.makeStream(of: [UInt8].self).stream }

    func startToken() async -> [UInt8]? { pushToStart }
    func startTokens() -> AsyncStream<[UInt8]> { AsyncStream.makeStream(of: [UInt8].self).stream }

    func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws -> ActivityID {
        let token = newToken()
        let activity = ShownActivity(
            id: ActivityID(rawValue: Hex.encode(token.suffix(16))), attributes: attributes, state: content.state,
            phase: .active, staleAt: content.staleAt, token: token)
        let isVisible = system.change { state in
            guard state.screen.app == .foreground else { return false }
            state.screen.activities.append(activity)
            return true
        }
        guard isVisible else { throw ActivityRefusal.notVisible }
        newTokens.yield(token)
        return activity.id
    }

    func update(_ id: ActivityID, _ content: ActivityContentValue) async {
        system.change { state in
            guard let index = state.screen.activities.firstIndex(where: { $0.id == id && $0.phase.isLive }) else {
                return
            }
            state.screen.activities[index].state = content.state
            state.screen.activities[index].staleAt = content.staleAt
        }
    }

    func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async {
        if let content { await update(id, content) }
        let now = clock.now
        let moment: Timestamp? =
            switch dismissal {
            case .byDefault: nil
            case .immediate: now
            case .at(let moment): moment
            }
        if let event = system.change({ $0.endActivity(id, dismissal: moment, at: now) }) { publish(event) }
    }
}
