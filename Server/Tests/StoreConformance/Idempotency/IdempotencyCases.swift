import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let idempotencyCases: [ConformanceCase] = [
        ConformanceCase("A record is kept and found under its scope and key") { scene async throws in
            let record = scene.idempotencyRecord()
            #expect(try await scene.store.keep(record) == record)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: "another") == nil)
        },
        ConformanceCase("The first record under a key stays") { scene in
            let first = scene.idempotencyRecord()
            _ = try await scene.store.keep(first)
            #expect(try await scene.store.keep(scene.idempotencyRecord(body: "another", at: 5)) == first)
            #expect(try await scene.store.idempotencyRecord(scope: first.scope, key: first.key) == first)
        },
        ConformanceCase("Two callers may choose the same key") { scene in
            let ada = scene.idempotencyRecord(scope: 1)
            let bob = scene.idempotencyRecord(scope: 2, body: "bob's")
            _ = try await scene.store.keep(ada)
            #expect(try await scene.store.keep(bob) == bob)
            #expect(try await scene.store.idempotencyRecord(scope: ada.scope, key: ada.key) == ada)
        },
        ConformanceCase("Records made before a moment are forgotten, at most as many as allowed, oldest first") {
            scene in
            for second in [4, 1, 3, 2] as [Int64] {
                _ = try await scene.store.keep(scene.idempotencyRecord(scope: UInt64(second), at: second))
            }
            #expect(try await scene.store.forgetIdempotencyRecords(before: scene.at(4), limit: 2) == 2)
            #expect(try await scene.keptScopes() == [3, 4])
            #expect(try await scene.store.forgetIdempotencyRecords(before: scene.at(4), limit: 2) == 1)
            #expect(try await scene.store.forgetIdempotencyRecords(before: scene.at(4), limit: 2) == 0)
            #expect(try await scene.keptScopes() == [4])
        },
        ConformanceCase("What was forgotten can be kept anew") { scene in
            _ = try await scene.store.keep(scene.idempotencyRecord())
            _ = try await scene.store.forgetIdempotencyRecords(before: scene.at(1), limit: 10)
            let anew = scene.idempotencyRecord(body: "anew", at: 5)
            #expect(try await scene.store.keep(anew) == anew)
        },
        ConformanceCase("Of a hundred simultaneous records under one key one is kept, and all are told which") {
            scene in
            let kept = try await inParallel(100) { index in
                try await scene.store.keep(scene.idempotencyRecord(body: "number \(index)"))
            }
            #expect(Set(kept).count == 1)
        },
    ]
}

extension Scene {
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
