import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("A simulated Android device")
struct FCMDeviceTests {
    private let now = Timestamp(seconds: 1_767_225_600)

    private func message(
        _ id: String, key: String? = nil, lifetime: Duration = .seconds(60), data: [String: String] = [:],
        notification: [String: JSONValue]? = nil
    ) throws -> DeliveredMessage {
        DeliveredMessage(
            token: try #require(DeviceToken("t")), id: id, data: data, notification: notification, isHigh: true,
            lifetime: lifetime, collapseKey: key, receivedAt: now)
    }

    /// The messages for a device that reconnects after `messages`.
    private func kept(_ messages: [DeliveredMessage], after time: Duration = .zero) async -> [String] {
        var queue = FCMDeviceQueue()
        for message in messages { queue.deliver(message) }
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredMessage.self)
        #expect(queue.attach(continuation, now: now + time) == nil)
        continuation.finish()
        return await stream.reduce(into: []) { $0.append($1.id) }
    }

    @Test("receives the stored messages, oldest first, with replaced ones at the place of the latest")
    func stored() async throws {
        let messages = [try message("1"), try message("2", key: "k"), try message("3"), try message("4", key: "k")]
        #expect(await kept(messages) == ["1", "3", "4"])
    }

    @Test("receives no expired or unstored messages")
    func expired() async throws {
        let messages = [try message("1"), try message("2", lifetime: .seconds(61)), try message("3", lifetime: .zero)]
        #expect(await kept(messages, after: .seconds(60)) == ["2"])
    }

    @Test("receives four messages of different collapse keys, and a hundred others or none of them")
    func limits() async throws {
        #expect(await kept(try (1...6).map { try message("\($0)", key: "k\($0)") }) == ["3", "4", "5", "6"])
        #expect(await kept(try (1...100).map { try message("\($0)") }).count == 100)
        #expect(await kept(try (1...101).map { try message("\($0)") }) == [])
    }

    @Test("shows the system's notifications and those of its app; the same tag replaces")
    func tray() throws {
        var tray = AndroidTray()
        tray.receive(
            try message("1", notification: ["title": "T", "body": "B", "tag": "x", "channel_id": "c"]))
        tray.receive(try message("2", data: ["title": "Run?", "category": "APPROVAL_REQUEST", "tag": "ask"]))
        tray.receive(try message("3", notification: ["title": "T2", "tag": "x"]))
        #expect(tray.items.map(\.tag) == ["ask", "x"])
        #expect(tray.items[0].actions == ["APPROVE_ACTION", "DENY_ACTION"] && tray.items[1].title == "T2")
        tray.receive(try message("4", data: ["syncType": "messages", "type": "sync"]))
        #expect(tray.items.count == 2)
        tray.receive(try message("5", data: ["type": "clear", "tag": "x"]))
        tray.receive(try message("6", data: ["clearApprovalId": "1", "tag": "ask"]))
        #expect(tray.items == [])
    }

    @Test("A minute's quota begins with its first message, and is reset after it")
    func quota() {
        var quota = MinuteQuota()
        #expect(quota.take(limit: 2, now: now) == nil)
        #expect(quota.take(limit: 2, now: now + .seconds(30)) == nil)
        #expect(quota.take(limit: 2, now: now + .seconds(59)) == .seconds(1))
        #expect(quota.take(limit: 2, now: now + .seconds(60)) == nil)
    }
}
