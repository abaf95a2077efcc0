public import BellhopModel

extension Database {
    var keys: KeyTable { KeyTable(db: self) }
}

/// The table of API keys, by the SHA-256 of their text.
struct KeyTable {
    private static let columns = "id, role, user_id, device_id, label, created_at, revoked_at"

    let db: Database

    func insert(_ record: KeyRecord, hash: [UInt8]) throws {
        try db.run(
            """
            INSERT INTO keys (id, role, user_id, device_id, label, created_at, revoked_at, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                record.id.blob, record.role.rawValue, record.userID.description, record.deviceID?.blob, record.label,
                record.createdAt.milliseconds, record.revokedAt?.milliseconds, hash,
            ])
    }

    func find(hash: [UInt8]) throws -> KeyRecord? {
        try db.first("SELECT \(Self.columns) FROM keys WHERE hash = ?", [hash], KeyRecord.init)
    }

    func all() throws -> [KeyRecord] {
        try db.all("SELECT \(Self.columns) FROM keys ORDER BY created_at, id", [], KeyRecord.init)
    }

    func revoke(_ id: KeyID, at time: Timestamp) throws -> Bool {
        db.changes.revokesKeys = true
        try db.run("UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", [time.milliseconds, id.blob])
        return db.changesCount > 0
    }

    /// Revokes the keys of `device`, and ends the logins of its browser.
    func revoke(of device: DeviceID, at time: Timestamp) throws {
        db.changes.revokesKeys = true
        try db.consoleSessions.endAll(of: device)
        try db.run(
            "UPDATE keys SET revoked_at = ? WHERE device_id = ? AND revoked_at IS NULL",
            [time.milliseconds, device.blob])
    }
}

extension KeyRecord {
    fileprivate init(_ row: inout Columns) throws {
        self.init(
            id: try row.id(), role: try row.word(), userID: try row.externalID(), deviceID: try row.optionalID(),
            label: try row.text(), createdAt: try row.time(), revokedAt: try row.optionalTime())
    }
}

extension Store {
    /// Stores a key record, the SHA-256 of its text, and the record of the response.
    public func addKey(
        _ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult {
        try await write { db in try db.once(idempotency) { try db.keys.insert(record, hash: hash) } }
    }

    /// The record of the key with this hash, revoked or not.
    public func key(hash: [UInt8]) async throws -> KeyRecord? {
        @Sendable func find() async throws -> KeyRecord? {
            try await read(isSingle: true) { try $0.keys.find(hash: hash) }
        }
        // Another node may have revoked it.
        if isShared { return try await commits.keyReads.record(hash: hash, read: find) }
        return try await commits.keys.record(hash: hash, read: find)
    }

    /// All keys, oldest first.
    public func keys() async throws -> [KeyRecord] {
        try await read { try $0.keys.all() }
    }

    /// - Returns: whether the key exists. Repeating it changes nothing.
    public func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool {
        try await write { try $0.keys.revoke(id, at: time) }
    }
}
