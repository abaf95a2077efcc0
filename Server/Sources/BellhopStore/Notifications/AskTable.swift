import BellhopModel

extension Database {
    var asks: AskTable { AskTable(db: self) }
}

/// The table of asks.
struct AskTable {
    let db: Database

    /// - Parameters:
    ///   - request: the ask's content as JSON, encoded before the transaction so that other writers do not wait for it.
    ///   - heldUntil: the moment before which no Live Activity shows the ask.
    func insert(
        _ ask: Ask, request: String, notification: NotificationID, inputHash: [UInt8]?, heldUntil: Timestamp?
    ) throws {
        try db.enqueue(
            """
            INSERT INTO asks
                (id, notification_id, user_id, session_id, category, request, created_at, deadline, applied_at,
                held_until, input_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                ask.id.blob, notification.blob, ask.userID.description, ask.sessionID?.description,
                ask.category.rawValue, request, ask.createdAt.milliseconds, ask.deadline.milliseconds,
                ask.appliedAt?.milliseconds, heldUntil?.milliseconds, inputHash,
            ])
        if let resolution = ask.resolution { try resolve(ask.id, resolution) }
    }

    func find(_ id: AskID) throws -> StoredAsk? {
        try db.first("SELECT \(StoredAsk.columns) FROM asks WHERE id = ?\(db.locked)", [id.blob], StoredAsk.init)
    }

    func newest(of user: UserID, state: AskState?, before cursor: AskID?, limit: Int) throws -> [Ask] {
        // A literal instead of an argument lets SQLite use the partial index of pending asks.
        let condition = state.map { " AND state = '\($0.rawValue)'" } ?? ""
        let end = cursor ?? AskID(high: .max, low: .max)
        return try db.all(
            "SELECT \(StoredAsk.columns) FROM asks WHERE user_id = ? AND id < ?\(condition) ORDER BY id DESC LIMIT ?",
            [user.description, end.blob, max(0, limit)]
        ) { try StoredAsk(&$0).ask }
    }

    /// The session's newest pending ask that is not held.
    func pending(in session: SessionID, of user: UserID, at time: Timestamp) throws -> Ask? {
        try db.first(
            """
            SELECT \(StoredAsk.columns) FROM asks
            WHERE user_id = ? AND state = 'pending' AND session_id = ? AND (held_until IS NULL OR held_until <= ?)
            ORDER BY id DESC LIMIT 1
            """,
            [user.description, session.description, time.milliseconds]
        ) { try StoredAsk(&$0).ask }
    }

    /// The earliest end of a hold of the session's pending asks; `nil` when none is held.
    func holdEnd(in session: SessionID, of user: UserID, after time: Timestamp) throws -> Timestamp? {
        try db.first(
            """
            SELECT min(held_until) FROM asks
            WHERE user_id = ? AND state = 'pending' AND session_id = ? AND held_until > ?
            """,
            [user.description, session.description, time.milliseconds]
        ) { try $0.optionalTime() } ?? nil
    }

    /// Ends a pending ask; does not change any other.
    func resolve(_ id: AskID, _ resolution: Resolution) throws {
        try db.run(
            """
            UPDATE asks SET state = ?, resolved_at = ?, answer = ?, reason = ? WHERE id = ? AND state = 'pending'
            """,
            [
                resolution.state.rawValue, resolution.at.milliseconds,
                try resolution.answer.map { try CanonicalJSON.text($0) }, resolution.reason?.rawValue, id.blob,
            ])
    }

    /// - Returns: whether this was the first call for an answered ask.
    func markApplied(_ id: AskID, at time: Timestamp) throws -> Bool {
        try db.run(
            "UPDATE asks SET applied_at = ? WHERE id = ? AND applied_at IS NULL AND answer IS NOT NULL",
            [time.milliseconds, id.blob])
        return db.changesCount > 0
    }

    /// The moments after `moment` at which `user` denied asks of the same input, in order.
    func denials(of user: UserID, inputHash: [UInt8], after moment: Timestamp) throws -> [Timestamp] {
        try db.all(
            """
            SELECT resolved_at FROM asks
            WHERE user_id = ? AND input_hash = ? AND state = 'denied' AND resolved_at > ? ORDER BY resolved_at
            """,
            [user.description, inputHash, moment.milliseconds]
        ) { try $0.time() }
    }

    /// Pending asks whose deadline is not after `time`, earliest first.
    func overdue(at time: Timestamp, limit: Int) throws -> [AskID] {
        try db.all(
            """
            SELECT id FROM asks WHERE state = 'pending' AND deadline <= ? ORDER BY deadline LIMIT ?\(db.skippingLocked)
            """,
            [time.milliseconds, max(0, limit)]
        ) { try $0.id() }
    }

    func nextDeadline() throws -> Timestamp? {
        try db.first("SELECT min(deadline) FROM asks WHERE state = 'pending'") { try $0.optionalTime() } ?? nil
    }
}

/// An ask and the id of its notification.
struct StoredAsk {
    static let columns = """
        notification_id, id, user_id, session_id, category, request, created_at, deadline, applied_at, state,
        resolved_at, answer, reason
        """

    var ask: Ask
    let notificationID: NotificationID

    init(_ row: inout Columns) throws {
        notificationID = try row.id()
        ask = Ask(
            id: try row.id(), userID: try row.externalID(), sessionID: try row.optionalExternalID(),
            category: try row.word(),
            request: try row.json(), createdAt: try row.time(), deadline: try row.time(),
            appliedAt: try row.optionalTime())
        ask.resolution = try Resolution(&row)
    }
}

extension Resolution {
    /// - Returns: `nil` when the ask is pending.
    fileprivate init?(_ row: inout Columns) throws {
        let state: AskState = try row.word()
        guard let time = try row.optionalTime() else { return nil }
        self.init(state: state, at: time, answer: try row.optionalJSON(), reason: try row.optionalWord())
    }
}
