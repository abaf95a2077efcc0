import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopStore

@Suite("Key cache")
struct KeyCacheTests {
    private let key = KeyRecord(
        id: .make(at: Timestamp(milliseconds: 0)), role: .agent, userID: "ada", label: "laptop",
        createdAt: Timestamp(milliseconds: 0))

    @Test("A key is read once until a revocation")
    func caches() async throws {
        let cache = KeyCache()
        for _ in 0..<2 {
            let record = try await cache.record(hash: [1]) { key }
            #expect(record == key)
            #expect(try await cache.record(hash: [1]) { nil } == key)
            #expect(try await cache.record(hash: [2]) { nil } == nil)
            cache.clear()
        }
        #expect(try await cache.record(hash: [1]) { nil } == nil)
    }

    @Test("A key that was read before a revocation is not kept after it")
    func revokedDuringRead() async throws {
        let cache = KeyCache()
        _ = try await cache.record(hash: [1]) {
            cache.clear()
            return key
        }
        #expect(try await cache.record(hash: [1]) { nil } == nil)
    }
}

@Suite("Joined reads of keys", .timeLimit(.minutes(10)))
struct KeyReadsTests {
    private let key = KeyRecord(
        id: .make(at: Timestamp(milliseconds: 0)), role: .agent, userID: "ada", label: "laptop",
        createdAt: Timestamp(milliseconds: 0))

    @Test("Calls during a read share the next one, which begins after them")
    func joins() async throws {
        let reads = KeyReads()
        let (began, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let count = Tally()
        let found = try await withThrowingTaskGroup(of: KeyRecord?.self) { group in
            group.addTask {
                try await reads.record(hash: [1]) {
                    start.yield()
                    for await _ in released { break }
                    return key
                }
            }
            for await _ in began { break }
            // The key is revoked during the first read: later calls must not get its result.
            for _ in 0..<5 {
                group.addTask {
                    try await reads.record(hash: [1]) {
                        count.add()
                        return nil
                    }
                }
            }
            while reads.callers(of: [1]) < 5 { await Task.yield() }
            #expect(try await reads.record(hash: [2]) { key } == key)
            release.yield()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count { $0 == key } == 1)
        #expect(found.count { $0 == nil } == 5)
        #expect(count.count == 1)
        #expect(try await reads.record(hash: [1]) { key } == key)
    }

    @Test("The failure of a read is that of all callers, and the next one reads again")
    func failure() async throws {
        let reads = KeyReads()
        let (began, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await reads.record(hash: [1]) {
                start.yield()
                for await _ in released { break }
                throw StoreUnavailable("")
            }
        }
        for await _ in began { break }
        let others = (0..<3).map { _ in
            Task {
                try await reads.record(hash: [1]) {
                    Issue.record("a waiting caller has read")
                    return key
                }
            }
        }
        while reads.callers(of: [1]) < 3 { await Task.yield() }
        release.yield()
        for task in [first] + others { await #expect(throws: StoreUnavailable.self) { try await task.value } }
        #expect(try await reads.record(hash: [1]) { key } == key)
    }

    @Test("The cancellation of a caller that reads for others is not theirs")
    func cancellation() async throws {
        let reads = KeyReads()
        let (began, start) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let calls = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = try await reads.record(hash: [1]) {
                    start.yield()
                    for await _ in released { break }
                    return key
                }
            }
            for await _ in began { break }
            for _ in 0..<2 {
                group.addTask {
                    do {
                        let record = try await reads.record(hash: [1]) {
                            calls.add()
                            if calls.count == 1 { throw CancellationError() }
                            return key
                        }
                        #expect(record == key)
                    } catch is CancellationError {}
                }
            }
            while reads.callers(of: [1]) < 2 { await Task.yield() }
            release.yield()
            try await group.waitForAll()
        }
    }
}
