public import BellhopKit

/// An app's backend with scripted faults.
public actor FakeBackend: ContentActionHandler {
    /// The error while the backend is unreachable.
    public struct Away: Error {}

    private let clock: ManualClock
    /// The completed actions, in order.
    public private(set) var done: [ContentAction] = []
    /// All calls with their uptimes, including failed ones.
    public private(set) var calls: [(action: ContentAction, at: Duration)] = []
    private var isAway = false
    private var refusal: String?
    private var gate: Gate?

    public init(clock: ManualClock) { self.clock = clock }

    /// Makes the backend unreachable, or reachable again.
    public func setAway(_ value: Bool) { isAway = value }
    /// Refuses actions with this message from now on; `nil` accepts them again.
    public func refuse(_ message: String?) { refusal = message }
    /// Suspends every further call at `gate`.
    public func hold(at gate: Gate?) { self.gate = gate }

    public func perform(_ action: ContentAction) async throws {
        calls.append((action, clock.uptime))
        if let gate { await gate.pass() }
        try Task.checkCancellation()
        if isAway { throw Away() }
        if let refusal { throw ContentActionRefusal(message: refusal) }
        done.append(action)
    }
}

/// A source of items in memory.
public actor FakeChanges: ChangesPort {
    /// The error while the source is unreachable.
    public struct Away: Error {}

    private var log: [ItemChange] = []
    private var isAway = false
    private var gate: Gate?
    /// The requested cursors, in order.
    public private(set) var cursors: [String?] = []

    public init() {}

    public func add(_ change: ItemChange) { log.append(change) }
    /// Makes the source unreachable, or reachable again.
    public func setAway(_ value: Bool) { isAway = value }
    /// Suspends every further call at `gate`.
    public func hold(at gate: Gate?) { self.gate = gate }

    /// Returns two changes at a time; the cursor is the number of returned changes.
    public func changes(since cursor: String?) async throws -> ChangePage {
        cursors.append(cursor)
        if let gate { await gate.pass() }
        if isAway { throw Away() }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + 2, log.count)
        return ChangePage(changes: Array(log[start..<end]), cursor: "\(end)", hasMore: end < log.count)
    }
}
