public import BellhopModel

/// Stores the ``PermissionFlow``. It belongs to the device, not to the user.
actor PermissionGuide {
    private let record: SingleRecord<PermissionFlow>
    private let clock: any ClockPort
    private var flow: PermissionFlow?

    init(journal: any Journal, clock: any ClockPort) {
        record = SingleRecord(.permission, in: journal)
        self.clock = clock
    }

    func step(_ authorization: AuthorizationState) async -> PermissionStep {
        await load().step(authorization, at: clock.now)
    }

    func primed() async { await change { $0.primed(at: $1) } }
    func putOff() async { await change { $0.putOff(at: $1) } }
    func asked() async { await change { $0.asked(at: $1) } }

    private func load() async -> PermissionFlow {
        if let flow { return flow }
        let kept = await record.read()
        // Another call may have read or changed it during the suspension.
        if let flow { return flow }
        switch kept {
        case .found(let kept): flow = kept
        case .nothing: flow = PermissionFlow()
        // The record cannot be read now, so the default is returned and not cached.
        case .locked: break
        }
        return flow ?? PermissionFlow()
    }

    private func change(_ step: (inout PermissionFlow, Timestamp) -> Void) async {
        var changed = await load()
        step(&changed, clock.now)
        flow = changed
        // If the write fails, the user may see the explanation once more after a restart.
        await record.write(changed)
    }
}

/// The next step towards the permission to notify.
public enum PermissionStep: Hashable, Sendable {
    /// Explain the notifications in the app; the system's dialog appears only once.
    case prime
    /// The user answered "not now": the app does not ask until then.
    case wait(until: Timestamp)
    /// The user denied the permission, which only the system's settings can change.
    case openSettings
    /// Notifications are delivered quietly; offer to upgrade them.
    case upgrade
    /// No step is needed.
    case authorized
}

/// The progress of asking for the permission to notify. It does not ask by itself.
struct PermissionFlow: Codable, Hashable, Sendable {
    /// The time of the app's last explanation.
    private(set) var primedAt: Timestamp?
    private(set) var putOffUntil: Timestamp?
    /// The number of "not now" answers.
    private(set) var refusals = 0
    private(set) var askedAt: Timestamp?

    init() {}

    func step(_ authorization: AuthorizationState, at now: Timestamp) -> PermissionStep {
        switch authorization {
        case .authorized, .ephemeral: return .authorized
        case .denied: return .openSettings
        case .provisional: return rest(at: now).map { .wait(until: $0) } ?? .upgrade
        case .notDetermined: return rest(at: now).map { .wait(until: $0) } ?? .prime
        }
    }

    mutating func primed(at now: Timestamp) { primedAt = now }

    /// Records the answer "not now". The pause doubles each time.
    mutating func putOff(at now: Timestamp) {
        refusals += 1
        let days = min(Self.shortestRest << (refusals - 1), Self.longestRest)
        putOffUntil = now + .seconds(days * 24 * 3600)
    }

    /// Records that the system's dialog was shown.
    mutating func asked(at now: Timestamp) {
        askedAt = now
        putOffUntil = nil
    }

    /// The first pause, in days.
    private static let shortestRest = 3
    private static let longestRest = 48

    /// The end of the pause. A pause above the maximum means that the clock was set back.
    private func rest(at now: Timestamp) -> Timestamp? {
        guard let putOffUntil, now < putOffUntil,
            putOffUntil - now <= .seconds(Self.longestRest * 24 * 3600)
        else { return nil }
        return putOffUntil
    }
}
