public import BellhopKit

/// A source of items in memory.
public actor FakeChanges: ChangesPort {
    /// The error while it cannot be reached.
    public struct Away: Error {}

    private var log: [ItemChange] = []
    private var isAway = false
    private var gate: Gate?
    /// The requested cursors, in order.
    public private(set) var cursors: [String?] = []

    public init() {}

    public func add(_ change: ItemChange) { log.append(change) }
    /// It cannot be reached while it is away.
    public func setAway(_ value: Bool) { isAway = value }
    /// From now on every call waits at `gate`.
    public func hold(at gate: Gate?) { self.gate = gate }

    /// Two at a time; the cursor is how many were given.
    public func changes(since cursor: String?) async throws -> ChangePage {
        cursors.append(cursor)
        if let gate { await gate.pass() }
        if isAway { throw Away() }
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + 2, log.count)
        return ChangePage(changes: Array(log[start..<end]), cursor: "\(end)", hasMore: end < log.count)
    }
}
