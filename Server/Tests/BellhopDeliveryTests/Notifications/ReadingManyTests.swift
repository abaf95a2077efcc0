import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Reading many at once", .timeLimit(.minutes(10)))
struct ReadingManyTests {
    private let bench = EngineBench()

    private func send(_ title: String) async throws {
        _ = try await bench.notifications.send(
            NotificationRequest(title: title, body: ""), by: .agent(), recorder: nil)
    }

    @Test("All are read, batch after batch; clients hear of each batch, and the badge is zero")
    func all() async throws {
        let phone = try await bench.phone()
        for number in 0..<(Notifications.readBatch + 1) { try await send("\(number)") }
        let mark = bench.wake.mark
        let events = bench.hub.subscribe("ada")
        let result = try await bench.notifications.markAllRead(ReadRequest(), by: phone.key)
        #expect(result == ReadResult(read: Notifications.readBatch + 1, unread: 0))
        #expect(bench.wake.mark > mark)
        bench.hub.finish()
        let counts = await events.reduce(into: [Int]()) { counts, event in
            if case .notificationsRead(let ids) = event { counts.append(ids.count) }
        }
        #expect(counts == [Notifications.readBatch, 1])
        #expect(try await bench.notifications.markAllRead(ReadRequest(), by: phone.key).read == 0)
    }

    @Test("A pending ask stays unread; only a device reads")
    func refused() async throws {
        let phone = try await bench.phone()
        _ = try await bench.ask()
        #expect(
            try await bench.notifications.markAllRead(ReadRequest(), by: phone.key) == ReadResult(read: 0, unread: 1))
        await expectRefusal(.forbidden) { try await bench.notifications.markAllRead(ReadRequest(), by: .agent()) }
    }
}
