import BellhopStoreSQLite
import BellhopTestSupport
import StoreConformance
import Testing

@Suite("SQLite store: contract")
struct ConformanceTests {
    @Test("keeps the contract", arguments: StoreConformance.cases)
    func conforms(_ conformance: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        try await conformance.check(SQLiteStore.open(folder: folder.path))
        withExtendedLifetime(folder) {}
    }

    @Test("folds bursts", arguments: StoreConformance.burstCases)
    func folds(_ conformance: ConformanceCase) async throws {
        let folder = try TemporaryFolder()
        let options = SQLiteOptions(burst: StoreConformance.burst)
        try await conformance.check(SQLiteStore.open(folder: folder.path, options: options))
        withExtendedLifetime(folder) {}
    }
}
