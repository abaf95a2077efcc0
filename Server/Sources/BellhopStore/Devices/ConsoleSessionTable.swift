public import BellhopModel

extension Database {
    var consoleSessions: ConsoleSessionTable { ConsoleSessionTable(db: self) }
}

/// The table of logins to the console, by the SHA-256 of the cookie's secret. A row without a name is a link that was
/// not used yet, by the SHA-256 of its code.
struct ConsoleSessionTable {
    private static let columns = "id, user_id, role, device_id, name, created_at, last_seen_at"

    let db: Database

    func insert(
        _ id: KeyID, hash: [UInt8], user: UserID, role: Role, device: DeviceID?, name: String?, at time: Timestamp,
        until end: Timestamp
    ) throws {
        try db.run(
            """
            INSERT INTO console_sessions (id, hash, user_id, role, device_id, name, created_at, last_seen_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id.blob, hash, user.description, role.rawValue, device?.blob, name, time.milliseconds,
                time.milliseconds, end.milliseconds,
            ])
    }

    /// Turns the link with this code into a session.
    func use(code: [UInt8], name: String, hash: [UInt8], at time: Timestamp, until end: Timestamp) throws {
        try db.run(
            """
            UPDATE console_sessions SET hash = ?, name = ?, created_at = ?, last_seen_at = ?, expires_at = ?
            WHERE hash = ? AND name IS NULL AND expires_at > ?
            """,
            [hash, name, time.milliseconds, time.milliseconds, end.milliseconds, code, time.milliseconds])
    }

    func find(hash: [UInt8], at time: Timestamp) throws -> ConsoleSession? {
        try db.first(
            "SELECT \(Self.columns) FROM console_sessions WHERE hash = ? AND name IS NOT NULL AND expires_at > ?",
            [hash, time.milliseconds], ConsoleSession.init)
    }

    func all(of user: UserID, at time: Timestamp) throws -> [ConsoleSession] {
        try db.all(
            """
            SELECT \(Self.columns) FROM console_sessions WHERE user_id = ? AND name IS NOT NULL AND expires_at > ?
            ORDER BY last_seen_at DESC, id DESC
            """, [user.description, time.milliseconds], ConsoleSession.init)
    }

    func noteSeen(_ id: KeyID, at time: Timestamp, until end: Timestamp) throws {
        try db.run(
            "UPDATE console_sessions SET last_seen_at = ?, expires_at = ? WHERE id = ?",
            [time.milliseconds, end.milliseconds, id.blob])
    }

    func bind(_ id: KeyID, to device: DeviceID) throws {
        try db.run("UPDATE console_sessions SET device_id = ? WHERE id = ?", [device.blob, id.blob])
    }

    func end(_ id: KeyID, of user: UserID) throws -> Bool {
        try db.run("DELETE FROM console_sessions WHERE id = ? AND user_id = ?", [id.blob, user.description])
        return db.changesCount > 0
    }

    func endAll(of device: DeviceID) throws {
        try db.run("DELETE FROM console_sessions WHERE device_id = ?", [device.blob])
    }

    func deleteExpired(at time: Timestamp) throws {
        try db.run("DELETE FROM console_sessions WHERE expires_at <= ?", [time.milliseconds])
    }
}

extension ConsoleSession {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), userID: try row.externalID(), role: try row.word(), deviceID: try row.optionalID(),
            name: try row.text(), createdAt: try row.time(), lastSeenAt: try row.time())
    }
}

extension Store {
    /// Stores a link that logs in once until `end`, and the record of the response; deletes expired links and sessions.
    ///
    /// - Parameter hash: the SHA-256 of its code.
    public func addConsoleLink(
        _ id: KeyID, hash: [UInt8], user: UserID, role: Role, at time: Timestamp, until end: Timestamp,
        idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult {
        try await write { db in
            try db.once(idempotency) {
                try db.consoleSessions.deleteExpired(at: time)
                try db.consoleSessions.insert(
                    id, hash: hash, user: user, role: role, device: nil, name: nil, at: time, until: end)
            }
        }
    }

    /// Uses a link.
    ///
    /// - Parameters:
    ///   - code: the SHA-256 of its code.
    ///   - hash: the SHA-256 of the session's secret.
    /// - Returns: the session; `nil` without a valid link.
    public func useConsoleLink(
        code: [UInt8], name: String, hash: [UInt8], at time: Timestamp, until end: Timestamp
    ) async throws -> ConsoleSession? {
        try await write { db in
            try db.consoleSessions.use(code: code, name: name, hash: hash, at: time, until: end)
            return try db.consoleSessions.find(hash: hash, at: time)
        }
    }

    /// Stores the session of a browser that was paired as `device`.
    public func addConsoleSession(_ session: ConsoleSession, hash: [UInt8], until end: Timestamp) async throws {
        try await write { db in
            try db.consoleSessions.insert(
                session.id, hash: hash, user: session.userID, role: session.role, device: session.deviceID,
                name: session.name, at: session.createdAt, until: end)
        }
    }

    /// The session whose secret has this SHA-256, if it is valid at `time`.
    public func consoleSession(hash: [UInt8], at time: Timestamp) async throws -> ConsoleSession? {
        try await read { try $0.consoleSessions.find(hash: hash, at: time) }
    }

    /// The user's valid sessions, latest request first.
    public func consoleSessions(of user: UserID, at time: Timestamp) async throws -> [ConsoleSession] {
        try await read { try $0.consoleSessions.all(of: user, at: time) }
    }

    /// Records a request of a session, and extends its validity.
    public func noteConsoleSession(_ id: KeyID, seenAt time: Timestamp, until end: Timestamp) async throws {
        try await write { try $0.consoleSessions.noteSeen(id, at: time, until: end) }
    }

    /// Records that the session's browser holds the key of `device`.
    public func bindConsoleSession(_ id: KeyID, to device: DeviceID) async throws {
        try await write { try $0.consoleSessions.bind(id, to: device) }
    }

    /// - Returns: whether the user had this session or link.
    public func endConsoleSession(_ id: KeyID, of user: UserID) async throws -> Bool {
        try await write { try $0.consoleSessions.end(id, of: user) }
    }
}
