import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let idempotencyCases: [ConformanceCase] = [
        ConformanceCase("A record is stored and found under its scope and key") { fixture async throws in
            let record = fixture.idempotencyRecord()
            #expect(try await fixture.store.keep(record) == record)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: "another") == nil)
        },
        ConformanceCase("The first record under a key is kept") { fixture in
            let first = fixture.idempotencyRecord()
            _ = try await fixture.store.keep(first)
            #expect(try await fixture.store.keep(fixture.idempotencyRecord(body: "another", at: 5)) == first)
            #expect(try await fixture.store.idempotencyRecord(scope: first.scope, key: first.key) == first)
        },
        ConformanceCase("Two callers may use the same key") { fixture in
            let ada = fixture.idempotencyRecord(scope: 1)
            let bob = fixture.idempotencyRecord(scope: 2, body: "bob's")
            _ = try await fixture.store.keep(ada)
            #expect(try await fixture.store.keep(bob) == bob)
            #expect(try await fixture.store.idempotencyRecord(scope: ada.scope, key: ada.key) == ada)
        },
        ConformanceCase("Records made before a moment are deleted, up to the limit, oldest first") {
            fixture in
            for second in [4, 1, 3, 2] as [Int64] {
                _ = try await fixture.store.keep(fixture.idempotencyRecord(scope: UInt64(second), at: second))
            }
            #expect(try await fixture.store.pruneIdempotencyRecords(before: fixture.at(4), limit: 2) == 2)
            #expect(try await fixture.keptScopes() == [3, 4])
            #expect(try await fixture.store.pruneIdempotencyRecords(before: fixture.at(4), limit: 2) == 1)
            #expect(try await fixture.store.pruneIdempotencyRecords(before: fixture.at(4), limit: 2) == 0)
            #expect(try await fixture.keptScopes() == [4])
        },
        ConformanceCase("A deleted record can be stored again") { fixture in
            _ = try await fixture.store.keep(fixture.idempotencyRecord())
            _ = try await fixture.store.pruneIdempotencyRecords(before: fixture.at(1), limit: 10)
            let again = fixture.idempotencyRecord(body: "again", at: 5)
            #expect(try await fixture.store.keep(again) == again)
        },
        ConformanceCase("Of a hundred simultaneous records under one key one is stored and returned to all") {
            fixture in
            let kept = try await inParallel(100) { index in
                try await fixture.store.keep(fixture.idempotencyRecord(body: "number \(index)"))
            }
            #expect(Set(kept).count == 1)
        },
    ]
}

extension StoreFixture {
    func idempotencyRecord(scope: UInt64 = 1, body: String = "{}", at seconds: Int64 = 0) -> IdempotencyRecord {
        IdempotencyRecord(
            scope: KeyID(high: 1, low: scope), key: "one-request", requestDigest: Array(body.utf8), status: 201,
            body: Array(body.utf8), createdAt: at(seconds))
    }

    fileprivate func keptScopes() async throws -> [UInt64] {
        var kept: [UInt64] = []
        for scope in 1...4 as ClosedRange<UInt64> {
            let record = try await store.idempotencyRecord(scope: KeyID(high: 1, low: scope), key: "one-request")
            if record != nil { kept.append(scope) }
        }
        return kept
    }
}
