import BellhopModel

/// The changes to the system's schedule, computed from the records.
struct SchedulePlan: Hashable, Sendable {
    /// The maximum number of pending notifications of one app; the system keeps the soonest (Apple,
    /// *UILocalNotification*).
    static let limit = 64

    /// The ids to remove from the system's schedule; they stay in the journal.
    var withdraw: [String] = []
    /// The records to add to it.
    var place: [ScheduledRecord] = []
    /// The records whose time passed while the system's schedule was full.
    var show: [ScheduledRecord] = []
    /// The completed records.
    var completed: [ScheduledRecord] = []

    /// - Parameters:
    ///   - records: the stored records.
    ///   - pending: the system's schedule, including entries of the app.
    ///   - allows: returns `true` if the preferences allow it.
    init(
        for records: [ScheduledRecord], pending: [String], at now: Timestamp, allows: (PushPayload) -> Bool
    ) {
        let pending = Set(pending)
        let own = Set(records.map(\.id))
        let room = max(0, Self.limit - pending.subtracting(own).count)
        var waiting: [(record: ScheduledRecord, next: Timestamp)] = []
        for record in records {
            if let next = record.next(after: now) {
                if allows(record.push) { waiting.append((record, next)) }
            } else {
                let wasMissed = !record.isPlaced && !pending.contains(record.id)
                if wasMissed, allows(record.push) { show.append(record) } else { completed.append(record) }
            }
        }
        let soonest = waiting.sorted { ($0.next, $0.record.id) < ($1.next, $1.record.id) }.prefix(room).map(\.record)
        let kept = Set(soonest.map(\.id))
        place = soonest.filter { !pending.contains($0.id) || !$0.isPlaced }
        let over = Set(completed.map(\.id) + show.map(\.id))
        withdraw = pending.intersection(own).subtracting(kept).subtracting(over).sorted()
    }
}
