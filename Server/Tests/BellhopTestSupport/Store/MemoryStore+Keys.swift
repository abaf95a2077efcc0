public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func addKey(
        _ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?
    ) async throws -> IdempotentWriteResult {
        try run { state in
            try state.once(idempotency) { state in
                guard !state.keys.contains(where: { $0.hash == hash }) else {
                    throw StoreUnavailable("there is a key with this hash")
                }
                state.keys.append((record, hash))
            }
        }
    }

    public func key(hash: [UInt8]) async throws -> KeyRecord? {
        try run { state in state.keys.first { $0.hash == hash }?.record }
    }

    public func keys() async throws -> [KeyRecord] {
        try run { $0.keys.map(\.record).sorted { $0.createdAt < $1.createdAt } }
    }

    public func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool {
        try run { state in
            guard let index = state.keys.firstIndex(where: { $0.record.id == id }) else { return false }
            if state.keys[index].record.revokedAt == nil { state.keys[index].record.revokedAt = time }
            return true
        }
    }

    public func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord? {
        try run { $0.idempotency[Scope(key: scope, text: key)] }
    }

    public func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord {
        try run { state in
            let scope = Scope(key: record.scope, text: record.key)
            if let first = state.idempotency[scope] { return first }
            state.idempotency[scope] = record
            return record
        }
    }

    public func forgetIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let old = state.idempotency.filter { $0.value.createdAt < time }
                .sorted { $0.value.createdAt < $1.value.createdAt }.prefix(limit)
            for (scope, _) in old { state.idempotency[scope] = nil }
            return old.count
        }
    }
}

extension MemoryStore.State {
    /// Does `work` and keeps `record`, unless there is a record under its key.
    mutating func once(_ record: IdempotencyRecord?, _ work: (inout Self) throws -> Void) throws -> IdempotentWriteResult {
        let scope = record.map { MemoryStore.Scope(key: $0.scope, text: $0.key) }
        if let scope, let kept = idempotency[scope] { return .repeated(kept) }
        try work(&self)
        if let scope { idempotency[scope] = record }
        return .stored
    }
}
