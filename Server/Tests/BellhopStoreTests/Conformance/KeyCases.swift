import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let keyCases: [ConformanceCase] = [
        ConformanceCase("A key is found by its hash") { fixture in
            let phone = try await fixture.device()
            let key = try await fixture.key(.device, of: "ada", for: phone.id, hash: 1)
            let agent = try await fixture.key(.agent, of: "bob", hash: 2)
            #expect(try await fixture.store.key(hash: hash(1)) == key)
            #expect(try await fixture.store.key(hash: hash(2)) == agent)
            #expect(try await fixture.store.key(hash: hash(3)) == nil)
        },
        ConformanceCase("Keys are listed oldest first, including revoked ones") { fixture in
            let second = try await fixture.key(.agent, of: "ada", hash: 1, at: 2)
            let first = try await fixture.key(.admin, of: "ada", hash: 2, at: 1)
            let third = try await fixture.key(.agent, of: "bob", hash: 3, at: 3)
            _ = try await fixture.store.revokeKey(second.id, at: fixture.at(4))
            #expect(try await fixture.store.keys().map(\.id) == [first.id, second.id, third.id])
        },
        ConformanceCase("A revoked key is still found, with the time of its first revocation") { fixture in
            let key = try await fixture.key(.agent, of: "ada", hash: 1)
            #expect(try await fixture.store.revokeKey(key.id, at: fixture.at(5)))
            #expect(try await fixture.store.revokeKey(key.id, at: fixture.at(6)))
            #expect(try await fixture.store.key(hash: hash(1))?.revokedAt == fixture.at(5))
        },
        ConformanceCase("An unknown key cannot be revoked") { fixture async throws in
            #expect(try await !fixture.store.revokeKey(.make(at: fixture.at(0)), at: fixture.at(1)))
        },
        ConformanceCase("Two keys cannot have the same hash") { fixture in
            let key = try await fixture.key(.agent, of: "ada", hash: 1)
            await #expect(throws: StoreUnavailable.self) { try await fixture.key(.admin, of: "eve", hash: 1) }
            #expect(try await fixture.store.key(hash: hash(1)) == key)
        },
        ConformanceCase("A key and its response record are stored together, once per idempotency key") {
            fixture async throws in
            let record = fixture.idempotencyRecord(body: "first")
            #expect(
                try await fixture.store.addKey(agent(at: fixture.at(1)), hash: hash(1), idempotency: record) == .stored)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            let again = fixture.idempotencyRecord(body: "second")
            #expect(
                try await fixture.store.addKey(agent(at: fixture.at(2)), hash: hash(2), idempotency: again)
                    == .repeated(record))
            #expect(try await fixture.store.keys().count == 1)
        },
        ConformanceCase("A key that cannot be stored leaves no response record") { fixture in
            try await fixture.key(.agent, of: "ada", hash: 1)
            let record = fixture.idempotencyRecord()
            await #expect(throws: StoreUnavailable.self) {
                try await fixture.store.addKey(agent(at: fixture.at(1)), hash: hash(1), idempotency: record)
            }
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == nil)
        },
    ]
}

private func agent(at time: Timestamp) -> KeyRecord {
    KeyRecord(id: .make(at: time), role: .agent, userID: "ada", label: "work laptop", createdAt: time)
}

func hash(_ index: UInt8) -> [UInt8] { Array(repeating: index, count: 32) }

extension StoreFixture {
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
