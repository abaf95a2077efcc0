import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("When devices were last seen", .timeLimit(.minutes(10)))
struct DevicePresenceTests {
    private let bench = EngineBench()

    @Test("A device that calls again and again is noted once an hour")
    func hourly() async throws {
        let phone = try await bench.phone()
        let presence = DevicePresence(store: bench.store, time: bench.time)
        let start = bench.time.now
        try await running(presence) { _ in
            for _ in 0..<5 { presence.saw(phone.device.id) }
            await bench.store.seen.reach(1)
            bench.time.advance(by: .seconds(3599))
            presence.saw(phone.device.id)
            bench.time.advance(by: .seconds(1))
            presence.saw(phone.device.id)
            await bench.store.seen.reach(2)
        }
        #expect(bench.store.seen.count == 2)
        #expect(try await bench.store.device(phone.device.id)?.lastSeenAt == start + .seconds(3600))
    }

    @Test("What waits at the end is still written, and a store that fails ends nothing")
    func end() async throws {
        let phone = try await bench.phone()
        let presence = DevicePresence(store: bench.store, time: bench.time)
        try await running(presence) { shutDown in
            bench.store.breakDown()
            presence.saw(phone.device.id)
            await bench.store.refusals.reach(1)
            bench.store.mend()
            bench.time.advance(by: DevicePresence.interval)
            presence.saw(phone.device.id)
            shutDown()
        }
        #expect(bench.store.seen.count == 1)
    }

    @Test("However many devices call, one more costs what the first did")
    func crowd() {
        let presence = DevicePresence(store: bench.store, time: bench.time)
        for number in 0..<300_000 as Range<UInt64> { presence.saw(DeviceID(high: 1, low: number)) }
    }

    @Test("Those that called last are remembered, at least half of what there is room for")
    func recent() {
        var calls = RecentCalls(capacity: 4)
        func note(_ number: UInt64) -> Bool {
            calls.note(DeviceID(high: 1, low: number), at: bench.time.now, every: DevicePresence.interval)
        }
        #expect([1, 2, 3, 1, 2].map(note) == [true, true, true, false, false])
        #expect([4, 5].map(note) == [true, true])
        #expect([3, 4, 5].map(note) == [false, false, false])
        #expect(note(1))
    }
}
