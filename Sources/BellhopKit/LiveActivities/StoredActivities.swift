import BellhopModel

/// The stored state of Live Activities. Tokens are stored as digests only.
struct StoredActivities: Codable, Hashable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        var session: SessionID
        /// The system does not say when an activity began, and ends it eight hours after.
        var firstSeen: Timestamp
        /// The token that the server has.
        var reported: String?
        var isOver = false
    }

    var entries: [String: Entry] = [:]
    /// Sessions whose token the server has and is to forget.
    var owed: Set<SessionID> = []
    /// The token to start activities by that the server has.
    var reportedStart: String?
    /// The server is to forget it.
    var owesStart = false

    subscript(id: ActivityID) -> Entry? {
        get { entries[id.rawValue] }
        set { entries[id.rawValue] = newValue }
    }

    func live(of session: SessionID) -> [ActivityID] {
        entries.filter { !$0.value.isOver && $0.value.session == session }
            .sorted { ($0.value.firstSeen, $0.key) < ($1.value.firstSeen, $1.key) }
            .map { ActivityID(rawValue: $0.key) }
    }

    var live: [ActivityID] {
        entries.filter { !$0.value.isOver }.keys.sorted().map { ActivityID(rawValue: $0) }
    }

    /// The server, if it has the token of this activity, is to forget it.
    mutating func close(_ id: ActivityID) {
        guard var entry = self[id], !entry.isOver else { return }
        entry.isOver = true
        let session = entry.session
        if entry.reported != nil { owed.insert(session) }
        entry.reported = nil
        self[id] = entry
        // Another of the same session has taken its place there.
        if live(of: session).contains(where: { self[$0]?.reported != nil }) { owed.remove(session) }
    }

    /// Adds what was kept earlier: what is known since stands.
    mutating func join(_ kept: Self) {
        entries.merge(kept.entries) { new, _ in new }
        owed.formUnion(kept.owed)
        reportedStart = reportedStart ?? kept.reportedStart
        owesStart = owesStart || kept.owesStart
    }

    /// Forgets those that the system forgot long ago.
    mutating func prune(at now: Timestamp) {
        entries = entries.filter { !$0.value.isOver || now - $0.value.firstSeen < .seconds(48 * 3600) }
    }
}
