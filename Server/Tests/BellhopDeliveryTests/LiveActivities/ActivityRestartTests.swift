import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("A keeper of Live Activities that is stopped", .timeLimit(.minutes(10)))
struct ActivityRestartTests {
    private let bench = ActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    @Test("What was due when it died is sent by the next, once")
    func dueAtDeath() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        _ = try await bench.sessions.update("run-1", SessionUpdate(status: .waiting), by: .agent())
        // It dies with the claim in its hands.
        #expect(try await bench.keeper.claim().count == 1)
        try await bench.settle()
        #expect(try lines.count == 1)
        try await bench.store.recover()
        try await bench.settle()
        #expect(try lines.dropFirst() == ["update aa01 high waiting"])
    }

    @Test("What the gateway had taken is sent once more at most, with a newer timestamp or the same")
    func sentAtDeath() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        _ = try await bench.sessions.update("run-1", SessionUpdate(status: .completed), by: .agent())
        let facts = try #require(try await bench.keeper.claim().first)
        bench.store.breakDown()
        await bench.keeper.attend(to: facts)
        bench.store.mend()
        #expect(try lines.dropFirst() == ["end aa01 high completed"])
        try await bench.store.recover()
        try await bench.settle()
        try await bench.pass(.seconds(3600))
        #expect(try lines.dropFirst() == ["end aa01 high completed", "end aa01 high completed"])
        let times = try bench.sent.compactMap(\.content.timestamp)
        #expect(times == times.sorted())
    }

    @Test("A push that nobody knows the fate of counts against the budget")
    func unknownFate() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for round in 0..<30 {
            try await bench.pass(.seconds(20))
            let status: SessionStatus = round.isMultiple(of: 2) ? .waiting : .running
            _ = try await bench.sessions.update("run-1", SessionUpdate(status: status), by: .agent())
            let facts = try #require(try await bench.keeper.claim().first)
            if round < 5 {
                // Sent, but not recorded.
                bench.store.breakDown()
                await bench.keeper.attend(to: facts)
                bench.store.mend()
                try await bench.store.recover()
            } else {
                await bench.keeper.attend(to: facts)
            }
            try await bench.settle()
        }
        #expect(try bench.sent.count { $0.push.urgency == .immediate } <= 20)
    }

    @Test("It runs as a service: woken by sessions and by asks, it sends, and ends when it is asked to")
    func service() async throws {
        let phone = try await bench.phone()
        let work = Wake()
        let keeper = LiveActivityUpdater(
            store: bench.store, gateways: [.ios: bench.gateway], wake: bench.bench.wake, work: work, time: bench.time,
            metrics: bench.bench.metrics, logger: bench.bench.logger, configuration: bench.configuration)
        let asks = Asks(
            store: bench.store, hub: bench.bench.hub, wake: work, time: bench.time, metrics: bench.bench.metrics)
        try await running(keeper) { _ in
            _ = try await bench.sessions.start(SessionRequest(id: "run-1", title: "Fix"), by: .agent())
            await bench.gateway.arrived(1)
            let report = LiveActivityReport(token: try bench.token("aa01"))
            _ = try await bench.sessions.report(report, on: "run-1", by: phone.key)
            _ = try await asks.create(.approval(session: "run-1"), by: .agent(), recorder: nil)
            await bench.gateway.arrived(2)
        }
        #expect(try lines.last == "update aa01 high waiting")
    }
}
