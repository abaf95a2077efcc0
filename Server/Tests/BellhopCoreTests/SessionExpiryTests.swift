import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Session expiry", .timeLimit(.minutes(10)))
struct SessionExpiryTests {
    @Test("A session without an update for an hour is ended; one with a pending ask is not")
    func silence() async throws {
        let bench = EngineBench()
        let shown = WorkSignal()
        let before = shown.latest()
        for id in ["silent", "asking"] as [SessionID] {
            _ = try await bench.store.put(
                AgentSession(
                    id: id, userID: "ada", title: "Fix the build", startedAt: bench.time.now, updatedAt: bench.time.now)
            )
        }
        var request = AskRequest.approval()
        request.sessionID = "asking"
        request.expiresIn = 86_400
        _ = try await bench.ask(request)
        let expiry = SessionExpiry(
            store: bench.store, hub: bench.hub, workSignal: shown, time: bench.time, logger: bench.logger)
        func statuses() async throws -> [SessionStatus?] {
            var found: [SessionStatus?] = []
            for id in ["silent", "asking"] as [SessionID] {
                found.append(try await bench.store.session(id, of: "ada")?.status)
            }
            return found
        }
        try await running(expiry) { _ in
            await bench.time.sleeper(until: bench.time.now + SessionExpiry.interval)
            let young = try await statuses()
            #expect(young == [.running, .running])
            bench.time.advance(by: SessionExpiry.silence)
            await bench.time.sleeper(until: bench.time.now + SessionExpiry.interval)
            let old = try await statuses()
            #expect(old == [.running, .running])
            bench.time.advance(by: SessionExpiry.interval)
            await bench.time.sleeper(until: bench.time.now + SessionExpiry.interval)
            let over = try await statuses()
            #expect(over == [.completed, .running])
        }
        #expect(shown.latest() != before)
        #expect(try await bench.store.session("silent", of: "ada")?.operation == "No update for an hour")
    }
}
