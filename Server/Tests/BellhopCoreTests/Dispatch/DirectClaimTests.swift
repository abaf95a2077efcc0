import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Synchronization
import Testing

@testable import BellhopCore

@Suite("Claims of new notifications", .timeLimit(.minutes(10)))
struct DirectClaimTests {
    private let bench = EngineBench()
    private let gateway = ScriptedGateway(holding: true)

    /// Waits until the dispatcher has found no due deliveries, and therefore claims new ones directly.
    private func opened() async {
        let time = bench.time.now
        while true {
            if let direct = bench.workSignal.directClaims.withLock({ $0 }), let claim = direct.begin(at: time) {
                _ = direct.end(claim, with: [])
                return
            }
            await Task.yield()
        }
    }

    @Test("A new notification is claimed and sent without a transaction of the dispatcher")
    func direct() async throws {
        _ = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            await opened()
            let claims = bench.database.claims.count
            let ask = try await bench.ask()
            await gateway.arrived(1)
            #expect(bench.database.claims.count == claims)
            let delivery = try #require(bench.database.deliveries.first)
            #expect(
                delivery.notificationID == (try await bench.store.notifications(of: "ada", before: nil, limit: 1))[0].id
            )
            #expect(delivery.lease == bench.time.now + Dispatcher.Configuration().lease)
            #expect(gateway.pushes.first?.id == delivery.id)
            #expect(try await bench.store.ask(ask.id) != nil)
            gateway.release()
            await bench.database.recorded.reach(1)
        }
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent && $0.attempts == 1 })
    }

    @Test("Nothing is sent when the transaction fails")
    func failure() async throws {
        _ = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            await opened()
            bench.database.breakDown()
            await #expect(throws: StoreUnavailable.self) { try await bench.ask() }
            bench.database.mend()
            await opened()
            _ = try await bench.ask()
            await gateway.arrived(1)
            gateway.release()
        }
        #expect(gateway.pushes.count == 1)
        #expect(bench.database.deliveries.count == 1)
    }

    @Test("At full capacity new deliveries stay in the store unclaimed, and are sent in about their order")
    func fullQueue() async throws {
        var configuration = Dispatcher.Configuration()
        configuration.claimLimit = 4
        configuration.laneCapacity = 12
        configuration.concurrency = 1
        _ = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway], configuration)) { _ in
            await opened()
            for number in 0..<40 {
                if number == 1 { await gateway.arrived(1) }
                _ = try await bench.ask()
            }
            // One is being sent, and the others fill the queue.
            #expect(bench.database.deliveries.count { $0.attempts > 0 } <= 1 + configuration.laneCapacity)
            gateway.release()
            await bench.database.recorded.reach(40)
        }
        #expect(bench.database.deliveries.allSatisfy { $0.ending == .sent && $0.attempts == 1 })
        // Those on their way to the queue and those of a claim may change places.
        let order = bench.database.deliveries.map(\.id)
        for (place, push) in gateway.pushes.enumerated() {
            let accepted = try #require(order.firstIndex(of: push.id))
            #expect(abs(accepted - place) <= configuration.laneCapacity)
        }
    }

    @Test("After the dispatcher has stopped, new deliveries stay due")
    func stopped() async throws {
        _ = try await bench.phone()
        gateway.release()
        try await running(bench.dispatcher([.ios: gateway])) { _ in await opened() }
        _ = try await bench.ask()
        #expect(bench.database.deliveries.map(\.due) == [bench.time.now])
        #expect(gateway.pushes.isEmpty)
    }

    @Test("Deliveries that were claimed while the dispatcher stopped are due again at once")
    func refused() async throws {
        _ = try await bench.phone()
        let lane = DirectClaims.Lane(reserve: { _ in true }, release: { _ in })
        let direct = DirectClaims([.ios: lane], lease: .seconds(60))
        direct.setDrained([.ios])
        bench.workSignal.directClaims.withLock { $0 = direct }
        bench.database.onCommit { direct.close() }
        _ = try await bench.ask()
        #expect(bench.database.deliveries.map(\.due) == [bench.time.now])
        #expect(await direct.take(atMost: 1).isEmpty)
    }

    @Test("A process that dies between the commit and the push leaves the delivery to the end of the lease")
    func crash() async throws {
        _ = try await bench.phone()
        let direct = DirectClaims([.ios: .init(reserve: { _ in true }, release: { _ in })], lease: .seconds(60))
        direct.setDrained([.ios])
        bench.workSignal.directClaims.withLock { $0 = direct }
        _ = try await bench.ask()
        // Its dispatcher never takes the delivery.
        bench.workSignal.directClaims.withLock { $0 = nil }
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(30))
            #expect(gateway.pushes.isEmpty)
            bench.time.advance(by: .seconds(60))
            await gateway.arrived(1)
            gateway.release()
            await bench.database.recorded.reach(1)
        }
        #expect(bench.database.deliveries.map(\.attempts) == [2])
    }

    @Test("Room is reserved for the largest claim, and given back after it")
    func room() async throws {
        let free = Mutex([Platform.ios: 2 * DirectClaims.limit, .android: DirectClaims.limit])
        let lanes = Dictionary(
            uniqueKeysWithValues: [Platform.ios, .android].map { platform in
                let lane = DirectClaims.Lane { count in
                    free.withLock { free in
                        guard free[platform, default: 0] >= count else { return false }
                        free[platform, default: 0] -= count
                        return true
                    }
                } release: { count in
                    free.withLock { $0[platform, default: 0] += count }
                }
                return (platform, lane)
            })
        let direct = DirectClaims(lanes, lease: .seconds(60))
        let now = bench.time.now
        #expect(direct.begin(at: now) == nil)
        direct.setDrained([.ios, .android])
        let first = try #require(direct.begin(at: now))
        #expect(first == ImmediateClaim(at: now, lease: now + .seconds(60), platforms: [.ios, .android], limit: 4))
        let second = try #require(direct.begin(at: now))
        #expect(second.platforms == [.ios])
        #expect(direct.begin(at: now) == nil)
        _ = direct.end(first, with: [])
        _ = direct.end(second, with: [])
        #expect(free.withLock { $0 } == [.ios: 2 * DirectClaims.limit, .android: DirectClaims.limit])
        // Without room, deliveries wait in the store: newer ones must not overtake them.
        #expect(direct.begin(at: now) == nil)
        direct.setDrained([.ios])
        #expect(direct.begin(at: now)?.platforms == [.ios])
    }
}
