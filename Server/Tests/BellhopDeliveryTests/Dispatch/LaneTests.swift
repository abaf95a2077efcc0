import BellhopModel
import BellhopPush
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Lanes", .timeLimit(.minutes(10)))
struct LaneTests {
    private let bench = EngineBench()
    private let apple = ScriptedGateway(holding: true)
    private let google = ScriptedGateway()

    private func configuration(
        claimLimit: Int = 4, laneCapacity: Int = 4, concurrency: Int = 2
    ) -> Dispatcher.Configuration {
        var configuration = Dispatcher.Configuration()
        configuration.claimLimit = claimLimit
        configuration.laneCapacity = laneCapacity
        configuration.concurrency = concurrency
        configuration.backoff = Backoff(fraction: { 0.5 })
        return configuration
    }

    @Test("A gateway that does not answer does not hold up another, even when its lane is full")
    func separate() async throws {
        _ = try await bench.phone()
        for _ in 0..<30 { _ = try await bench.ask() }
        bench.time.advance(by: .seconds(1))
        _ = try await bench.phone("Pixel", of: "bob", platform: .android)
        for _ in 0..<3 { _ = try await bench.ask(of: "bob") }
        let gateways: [Platform: any Gateway] = [.ios: apple, .android: google]
        try await running(bench.dispatcher(gateways, configuration())) { _ in
            await google.arrived(3)
            apple.release()
        }
        #expect(google.pushes.count == 3)
        #expect(bench.store.violations == [])
    }

    @Test("What waits for a slow gateway is neither claimed nor noted in its timeline")
    func waiting() async throws {
        _ = try await bench.phone()
        _ = try await bench.phone("Pixel", of: "bob", platform: .android)
        for _ in 0..<30 { _ = try await bench.ask() }
        let gateways: [Platform: any Gateway] = [.ios: apple, .android: google]
        try await running(bench.dispatcher(gateways, configuration())) { _ in
            await apple.arrived(2)
            for count in 1...20 {
                _ = try await bench.ask(of: "bob")
                await google.arrived(count)
            }
            #expect(bench.store.deliveries.count { $0.attempts > 0 && $0.ending == nil } <= 6)
            for notification in try await bench.store.notifications(of: "ada", before: nil, limit: 100) {
                #expect(try await bench.store.timeline(of: notification.id).map(\.step) == [.accepted])
            }
            apple.release()
            await bench.store.recorded.reach(50)
        }
        #expect(bench.store.deliveries.allSatisfy { $0.attempts == 1 && $0.ending == .sent })
    }

    @Test("A lone gateway that is slow is waited for; nothing goes back and forth")
    func pressure() async throws {
        _ = try await bench.phone()
        for _ in 0..<30 { _ = try await bench.ask() }
        try await running(bench.dispatcher([.ios: apple], configuration())) { _ in
            await apple.arrived(2)
            bench.time.advance(by: .seconds(5))
            apple.release()
            await bench.store.recorded.reach(30)
        }
        #expect(apple.pushes.count == 30)
        #expect(apple.mostUnderWay <= 2)
        #expect(bench.store.deliveries.allSatisfy { $0.attempts == 1 && $0.ending == .sent })
    }

    @Test("As many sends are under way through one gateway as allowed, and no more")
    func concurrency() async throws {
        _ = try await bench.phone()
        for _ in 0..<40 { _ = try await bench.ask() }
        let configuration = configuration(claimLimit: 256, laneCapacity: 2048, concurrency: 7)
        try await running(bench.dispatcher([.ios: apple], configuration)) { _ in
            await apple.arrived(7)
            apple.release()
            await bench.store.recorded.reach(40)
        }
        #expect(apple.mostUnderWay == 7)
    }
}
