import BellhopModel
import BellhopPush
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Dispatcher shutdown", .timeLimit(.minutes(10)))
struct ShutdownTests {
    private let bench = EngineBench()
    private let gateway = ScriptedGateway(holding: true)
    private var configuration = Dispatcher.Configuration()

    init() { configuration.concurrency = 2 }

    @Test("Running sends finish and are recorded, waiting ones are returned, and nothing more is claimed")
    func graceful() async throws {
        _ = try await bench.phone()
        for _ in 0..<5 { _ = try await bench.ask() }
        try await running(bench.dispatcher([.ios: gateway], configuration)) { shutDown in
            await gateway.arrived(2)
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
            shutDown()
            // Waiting deliveries are returned while the others are still under way.
            await bench.database.recorded.reach(3)
            #expect(bench.database.deliveries.count { $0.lease != nil } == 2)
            let claims = bench.database.claims.count
            _ = try await bench.ask()
            gateway.release()
            await bench.database.recorded.reach(5)
            #expect(bench.database.claims.count == claims)
        }
        #expect(gateway.pushes.count == 2)
        #expect(bench.database.deliveries.count { $0.ending == .sent } == 2)
        #expect(
            bench.database.deliveries.count { $0.ending == nil && $0.lease == nil && $0.due == bench.time.now } == 4)
    }

    @Test("The dispatcher stops while it waits for a full queue")
    mutating func whileWaiting() async throws {
        configuration.claimLimit = 2
        configuration.laneCapacity = 2
        _ = try await bench.phone()
        for _ in 0..<20 { _ = try await bench.ask() }
        try await running(bench.dispatcher([.ios: gateway, .android: ScriptedGateway()], configuration)) { shutDown in
            await gateway.arrived(2)
            // Two are sent, two wait in the queue, and a claim beside the full queue has found nothing.
            await bench.database.claims.reach(3)
            shutDown()
            gateway.release()
        }
        #expect(bench.database.deliveries.allSatisfy { $0.lease == nil })
    }

    @Test("On cancellation the dispatcher drops everything, and leases recover it")
    func cancelled() async throws {
        _ = try await bench.phone()
        for _ in 0..<5 { _ = try await bench.ask() }
        let dispatcher = bench.dispatcher([.ios: gateway], configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await dispatcher.run() }
            await gateway.arrived(2)
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(gateway.pushes.count == 2)
        #expect(bench.database.deliveries.allSatisfy { $0.ending == nil })

        let next = ScriptedGateway()
        bench.time.advance(by: .seconds(60))
        try await running(bench.dispatcher([.ios: next], configuration)) { _ in await next.arrived(5) }
        #expect(Set(next.pushes.map(\.id)) == Set(bench.database.deliveries.map(\.id)))
    }
}
