import BellhopModel
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
