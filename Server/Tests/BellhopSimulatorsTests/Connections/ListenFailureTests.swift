import BellhopModel
import Foundation
import Testing

@testable import BellhopSimulators

@Suite("A simulator whose port is taken", .timeLimit(.minutes(10)))
struct ListenFailureTests {
    @Test("says so in the system's words")
    func taken() async throws {
        let first = try FCMSimulator(.init(), clock: { Timestamp(seconds: 0) })
        try await first.start()
        let second = try FCMSimulator(.init(port: try #require(first.port)), clock: { Timestamp(seconds: 0) })
        let failure = await #expect(throws: ListenFailure.self) { try await second.start() }
        #expect(failure?.code == EADDRINUSE)
        #expect(failure?.description == String(cString: strerror(EADDRINUSE)))
        await second.stop()
        await first.stop()
    }
}
