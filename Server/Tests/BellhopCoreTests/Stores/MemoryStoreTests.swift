import BellhopTestSupport
import StoreConformance
import Testing

/// What the engine is tested with has to behave like what it runs with.
@Suite("The store in memory", .timeLimit(.minutes(10)))
struct MemoryStoreTests {
    @Test("Keeps the contract of a store", arguments: StoreConformance.cases)
    func conforms(conformance: ConformanceCase) async throws { try await conformance.check(MemoryStore()) }

    @Test("Folds bursts", arguments: StoreConformance.burstCases)
    func folds(conformance: ConformanceCase) async throws {
        try await conformance.check(MemoryStore(burst: StoreConformance.burst))
    }
}
