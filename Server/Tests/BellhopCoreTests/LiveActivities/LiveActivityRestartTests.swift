import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Restart of the Live Activity updater", .timeLimit(.minutes(10)))
struct LiveActivityRestartTests {
    private let bench = LiveActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    @Test("Due activities of a dead process are updated once by the next one")
    func dueBeforeCrash() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        _ = try await bench.sessions.update("run-1", SessionUpdate(status: .waiting), by: .agent())
        // The process dies with the claim.
        #expect(try await bench.updater.claim().count == 1)
        try await bench.settle()
        #expect(try lines.count == 1)
        try await bench.store.recover()
        try await bench.settle()
        #expect(try lines.dropFirst() == ["update aa01 high waiting"])
    }

    @Test("A push that the gateway had accepted is repeated at most once, with the same or a newer timestamp")
    func sentBeforeCrash() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        _ = try await bench.sessions.update("run-1", SessionUpdate(status: .completed), by: .agent())
        let facts = try #require(try await bench.updater.claim().first)
        bench.bench.database.breakDown()
        await bench.updater.process(facts)
        bench.bench.database.mend()
        #expect(try lines.dropFirst() == ["end aa01 high completed"])
        try await bench.store.recover()
        try await bench.settle()
        try await bench.pass(.seconds(3600))
        #expect(try lines.dropFirst() == ["end aa01 high completed", "end aa01 high completed"])
        let times = try bench.sent.compactMap(\.content.timestamp)
        #expect(times == times.sorted())
    }

    @Test("A push with an unknown result counts against the budget")
    func unknownResult() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for round in 0..<30 {
            try await bench.pass(.seconds(20))
            let status: SessionStatus = round.isMultiple(of: 2) ? .waiting : .running
            _ = try await bench.sessions.update("run-1", SessionUpdate(status: status), by: .agent())
            let facts = try #require(try await bench.updater.claim().first)
            if round < 5 {
                // Sent, but not recorded.
                bench.bench.database.breakDown()
                await bench.updater.process(facts)
                bench.bench.database.mend()
                try await bench.store.recover()
            } else {
                await bench.updater.process(facts)
            }
            try await bench.settle()
        }
        #expect(try bench.sent.count { $0.push.urgency == .immediate } <= 20)
    }

    @Test("As a service it is notified by sessions and asks, sends, and ends on shutdown")
    func service() async throws {
        let phone = try await bench.phone()
        let updater = LiveActivityUpdater(
            store: bench.store, gateways: [.ios: bench.gateway], workSignal: bench.bench.workSignal,
            time: bench.time,
            metrics: bench.bench.metrics, logger: bench.bench.logger, configuration: bench.configuration)
        let asks = AskService(
            store: bench.store, hub: bench.bench.hub, workSignal: bench.bench.workSignal, time: bench.time,
            metrics: bench.bench.metrics)
        try await running(updater) { _ in
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
