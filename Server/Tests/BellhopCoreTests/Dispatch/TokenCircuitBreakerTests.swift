import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import BellhopCore

@Suite("Token circuit breaker", .timeLimit(.minutes(10)))
struct TokenCircuitBreakerTests {
    private func devices(_ count: Int) -> [DeviceID] { (0..<count).map { _ in .make(at: .test) } }

    @Test("The breaker opens at the 25th dead device in a row")
    func row() {
        var breaker = TokenCircuitBreaker()
        for device in devices(24) { breaker.record(device, isDead: true) }
        #expect(!breaker.isOpen)
        for device in devices(1) { breaker.record(device, isDead: true) }
        #expect(breaker.isOpen)
    }

    @Test("A device that is rejected repeatedly counts once")
    func same() {
        var breaker = TokenCircuitBreaker()
        let device = devices(1)[0]
        for _ in 0..<100 { breaker.record(device, isDead: true) }
        #expect(!breaker.isOpen)
    }

    @Test("The breaker stays closed when three of four devices are dead, as in an old registry")
    func share() {
        var breaker = TokenCircuitBreaker()
        for (index, device) in devices(400).enumerated() { breaker.record(device, isDead: index % 4 != 0) }
        #expect(!breaker.isOpen)
    }

    @Test("The breaker closes when half of the devices are alive")
    func closes() {
        var breaker = TokenCircuitBreaker()
        let all = devices(30)
        for device in all { breaker.record(device, isDead: true) }
        for device in all.prefix(15) { breaker.record(device, isDead: false) }
        #expect(breaker.isOpen)
        breaker.record(all[15], isDead: false)
        #expect(!breaker.isOpen)
    }

    @Test(
        "A gateway that rejects every token deactivates at most 24 devices; all return at once, and all pushes arrive",
        arguments: [Rejection.Cause.deviceGone(since: nil), .deviceSuspect])
    func registry(consequence: Rejection.Cause) async throws {
        let log = InMemoryLogHandler()
        let bench = EngineBench(logger: Logger(label: "test", factory: { _ in log }))
        let dead = Outcome.rejected(Rejection(reason: Reason(rawValue: "BadDeviceToken"), cause: consequence))
        let time = bench.time
        let mended = time.now + .seconds(300)
        let gateway = ScriptedGateway { _ in time.now < mended ? dead : .accepted(AcceptedPush()) }
        for index in 0..<300 { _ = try await bench.phone("phone \(index)") }
        let mostLapsed = Mutex(0)
        let database = bench.database
        database.onCommit { [weak database] in
            let lapsed = database?.lapsedDevices ?? 0
            mostLapsed.withLock { $0 = max($0, lapsed) }
        }
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            _ = try await bench.ask(.approval(expiresIn: 3600))
            await bench.database.recorded.reach(300)
            let devices = try await bench.store.devices(of: "ada")
            #expect(devices.allSatisfy { $0.state == .active })
            bench.time.advance(to: mended)
            await bench.database.recorded.reach(600)
        }
        #expect(mostLapsed.withLock(\.self) <= 24)
        let devices = try await bench.store.devices(of: "ada")
        #expect(devices.allSatisfy { $0.state == .active })
        #expect(bench.database.deliveries.count { $0.ending == .sent } == 300)
        #expect(log.entries.map(\.level).filter { $0 > .info } == [.error, .notice])
    }
}
