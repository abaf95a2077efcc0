import BellhopModel

/// The stored state of Live Activities. Tokens are stored as digests only.
struct StoredActivities: Codable, Hashable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        var session: SessionID
        /// The system does not report the start of an activity, and ends it after eight hours.
        var firstSeen: Timestamp
        /// The token on the server.
        var reported: String?
        var isOver = false
    }

    var entries: [String: Entry] = [:]
    /// Sessions whose token the server must remove.
    var revocations: Set<SessionID> = []
    /// The push-to-start token on the server.
    var reportedStart: String?
    /// The server must remove the push-to-start token.
    var revokesStart = false

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

    /// Ends an activity. If the server has its token, the server must remove it.
    mutating func close(_ id: ActivityID) {
        guard var entry = self[id], !entry.isOver else { return }
        entry.isOver = true
        let session = entry.session
        if entry.reported != nil { revocations.insert(session) }
        entry.reported = nil
        self[id] = entry
        // Another activity of the same session has replaced it on the server.
        if live(of: session).contains(where: { self[$0]?.reported != nil }) { revocations.remove(session) }
    }

    /// Adds the stored entries; entries of this launch have precedence.
    mutating func join(_ kept: Self) {
        entries.merge(kept.entries) { new, _ in new }
        revocations.formUnion(kept.revocations)
        reportedStart = reportedStart ?? kept.reportedStart
        revokesStart = revokesStart || kept.revokesStart
    }

    /// Deletes entries that the system removed long ago.
    mutating func prune(at now: Timestamp) {
        entries = entries.filter { !$0.value.isOver || now - $0.value.firstSeen < .seconds(48 * 3600) }
    }
}
