public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func addKey(
        _ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult {
        try await write { db in try db.once(idempotency) { try db.keys.insert(record, hash: hash) } }
    }

    public func key(hash: [UInt8]) async throws -> KeyRecord? {
        try await read { try $0.keys.find(hash: hash) }
    }

    public func keys() async throws -> [KeyRecord] {
        try await read { try $0.keys.all() }
    }

    public func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool {
        try await write { try $0.keys.revoke(id, at: time) }
    }
}
