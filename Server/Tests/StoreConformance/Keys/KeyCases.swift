import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let keyCases: [ConformanceCase] = [
        ConformanceCase("A key is found by its hash") { scene in
            let phone = try await scene.device()
            let key = try await scene.key(.device, of: "ada", for: phone.id, hash: 1)
            let agent = try await scene.key(.agent, of: "bob", hash: 2)
            #expect(try await scene.store.key(hash: hash(1)) == key)
            #expect(try await scene.store.key(hash: hash(2)) == agent)
            #expect(try await scene.store.key(hash: hash(3)) == nil)
        },
        ConformanceCase("Keys are listed oldest first, revoked or not") { scene in
            let second = try await scene.key(.agent, of: "ada", hash: 1, at: 2)
            let first = try await scene.key(.admin, of: "ada", hash: 2, at: 1)
            let third = try await scene.key(.agent, of: "bob", hash: 3, at: 3)
            _ = try await scene.store.revokeKey(second.id, at: scene.at(4))
            #expect(try await scene.store.keys().map(\.id) == [first.id, second.id, third.id])
        },
        ConformanceCase("A revoked key is still found, with the moment of its first revocation") { scene in
            let key = try await scene.key(.agent, of: "ada", hash: 1)
            #expect(try await scene.store.revokeKey(key.id, at: scene.at(5)))
            #expect(try await scene.store.revokeKey(key.id, at: scene.at(6)))
            #expect(try await scene.store.key(hash: hash(1))?.revokedAt == scene.at(5))
        },
        ConformanceCase("A key that is not there cannot be revoked") { scene async throws in
            #expect(try await !scene.store.revokeKey(.make(at: scene.at(0)), at: scene.at(1)))
        },
        ConformanceCase("Two keys cannot have the same hash") { scene in
            let key = try await scene.key(.agent, of: "ada", hash: 1)
            await #expect(throws: StoreUnavailable.self) { try await scene.key(.admin, of: "eve", hash: 1) }
            #expect(try await scene.store.key(hash: hash(1)) == key)
        },
        ConformanceCase("A key and the record of its response are stored together, once for one idempotency key") {
            scene async throws in
            let record = scene.idempotencyRecord(body: "first")
            #expect(try await scene.store.addKey(agent(at: scene.at(1)), hash: hash(1), idempotency: record) == .stored)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            let again = scene.idempotencyRecord(body: "second")
            #expect(
                try await scene.store.addKey(agent(at: scene.at(2)), hash: hash(2), idempotency: again)
                    == .repeated(record))
            #expect(try await scene.store.keys().count == 1)
        },
        ConformanceCase("A key that cannot be stored leaves no record of a response") { scene in
            try await scene.key(.agent, of: "ada", hash: 1)
            let record = scene.idempotencyRecord()
            await #expect(throws: StoreUnavailable.self) {
                try await scene.store.addKey(agent(at: scene.at(1)), hash: hash(1), idempotency: record)
            }
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == nil)
        },
    ]
}

private func agent(at time: Timestamp) -> KeyRecord {
    KeyRecord(id: .make(at: time), role: .agent, userID: "ada", label: "work laptop", createdAt: time)
}

private func hash(_ index: UInt8) -> [UInt8] { Array(repeating: index, count: 32) }

extension Scene {
    /// Adds a key.
    @discardableResult
    func key(_ role: Role, of user: UserID, for device: DeviceID? = nil, hash index: UInt8, at seconds: Int64 = 0)
        async throws -> KeyRecord
    {
        let record = KeyRecord(
            id: .make(at: at(seconds)), role: role, userID: user, deviceID: device, label: "work laptop",
            createdAt: at(seconds))
        _ = try await store.addKey(record, hash: hash(index), idempotency: nil)
        return record
    }
}
