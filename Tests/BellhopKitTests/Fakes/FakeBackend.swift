import BellhopKit
import BellhopModel

/// An app's own backend, with scripted faults.
actor FakeBackend: ContentActionHandler {
    struct Away: Error {}

    private let clock: ManualClock
    private(set) var done: [ContentAction] = []
    /// Every call, also those that failed, by uptime.
    private(set) var calls: [(action: ContentAction, at: Duration)] = []
    private var isAway = false
    private var refusal: String?
    private var gate: Gate?

    init(clock: ManualClock) { self.clock = clock }

    func setAway(_ value: Bool) { isAway = value }
    func refuse(_ message: String?) { refusal = message }
    func hold(at gate: Gate?) { self.gate = gate }

    func perform(_ action: ContentAction) async throws {
        calls.append((action, clock.uptime))
        if let gate { await gate.pass() }
        try Task.checkCancellation()
        if isAway { throw Away() }
        if let refusal { throw ContentActionRefusal(message: refusal) }
        done.append(action)
    }
}

/// Where an app's items come from.
actor FakeChanges: ChangesPort {
    struct Away: Error {}

    private var log: [ItemChange] = []
    private var isAway = false
    private var gate: Gate?
    private(set) var cursors: [String?] = []

    func add(_ change: ItemChange) { log.append(change) }
    func setAway(_ value: Bool) { isAway = value }
    func hold(at gate: Gate?) { self.gate = gate }

    /// Two at a time; the cursor is how many were given.
    func changes(since cursor: String?) async throws -> ChangePage {
        cursors.append(cursor)
        if let gate { await gate.pass() }
        if isAway { throw Away() }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + 2, log.count)
        return ChangePage(changes: Array(log[start..<end]), cursor: "\(end)", hasMore: end < log.count)
    }
}
