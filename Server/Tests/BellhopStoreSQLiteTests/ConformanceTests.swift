import BellhopStoreSQLite
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
}
