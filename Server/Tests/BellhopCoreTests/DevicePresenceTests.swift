import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Device presence", .timeLimit(.minutes(10)))
struct DevicePresenceTests {
    private let bench = EngineBench()

    @Test("A frequently active device is recorded once an hour")
    func hourly() async throws {
        let phone = try await bench.phone()
        let presence = DevicePresence(store: bench.store, time: bench.time)
        let start = bench.time.now
        try await running(presence) { _ in
            for _ in 0..<5 { presence.recordActivity(of: phone.device.id) }
            await bench.database.seen.reach(1)
            bench.time.advance(by: .seconds(3599))
            presence.recordActivity(of: phone.device.id)
            bench.time.advance(by: .seconds(1))
            presence.recordActivity(of: phone.device.id)
            await bench.database.seen.reach(2)
        }
        #expect(bench.database.seen.count == 2)
        #expect(try await bench.store.device(phone.device.id)?.lastSeenAt == start + .seconds(3600))
    }

    @Test("Queued records are written at shutdown, and a store failure does not stop the service")
    func end() async throws {
        let phone = try await bench.phone()
        let presence = DevicePresence(store: bench.store, time: bench.time)
        try await running(presence) { shutDown in
            bench.database.breakDown()
            presence.recordActivity(of: phone.device.id)
            await bench.database.refusals.reach(1)
            bench.database.mend()
            bench.time.advance(by: DevicePresence.interval)
            presence.recordActivity(of: phone.device.id)
            shutDown()
        }
        #expect(bench.database.seen.count == 1)
    }

    @Test("Recording takes the same time for any number of devices")
    func manyDevices() {
        let presence = DevicePresence(store: bench.store, time: bench.time)
        for number in 0..<300_000 as Range<UInt64> { presence.recordActivity(of: DeviceID(high: 1, low: number)) }
    }

    @Test("At least half of the capacity remembers the most recently active devices")
    func recent() {
        var calls = RecentActivity(capacity: 4)
        func note(_ number: UInt64) -> Bool {
            calls.record(DeviceID(high: 1, low: number), at: bench.time.now, every: DevicePresence.interval)
        }
        #expect([1, 2, 3, 1, 2].map(note) == [true, true, true, false, false])
        #expect([4, 5].map(note) == [true, true])
        #expect([3, 4, 5].map(note) == [false, false, false])
        #expect(note(1))
    }
}
