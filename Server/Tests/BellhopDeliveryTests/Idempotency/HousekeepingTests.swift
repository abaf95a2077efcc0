import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopDelivery

@Suite("Housekeeping", .timeLimit(.minutes(1)))
struct HousekeepingTests {
    @Test("Records of more than a day ago are forgotten, in batches; younger ones stay")
    func forgets() async throws {
        let bench = EngineBench()
        let scope = KeyID.make(at: bench.time.now)
        func isKept(_ key: String) async throws -> Bool {
            try await bench.store.idempotencyRecord(scope: scope, key: key) != nil
        }
        func keep(_ key: String, at time: Timestamp) async throws {
            _ = try await bench.store.keep(
                IdempotencyRecord(scope: scope, key: key, requestDigest: [], status: 201, body: [], createdAt: time))
        }
        let day = Housekeeping.retention
        for index in 0..<(Housekeeping.batch * 2) {
            try await keep("old \(index)", at: bench.time.now - day - .milliseconds(1))
        }
        try await keep("young", at: bench.time.now - day)

        let housekeeping = Housekeeping(store: bench.store, time: bench.time, logger: bench.logger)
        try await running(housekeeping) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(600))
            let (old, young) = (try await isKept("old 999"), try await isKept("young"))
            #expect(!old)
            #expect(young)
            bench.time.advance(by: .seconds(600))
            await bench.time.sleeper(until: bench.time.now + .seconds(600))
            let later = try await isKept("young")
            #expect(!later)
        }
    }
}
