import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Items and messages of the server itself")
struct ServerItemsTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])
    private static let moment = Timestamp(seconds: 1_800_000_000)

    private static func change(_ id: TopicID, _ kind: ItemChanges.Kind) -> ItemChanges.Change {
        let item = Item(id: id, title: "Item \(id)", body: "x", createdAt: moment, updatedAt: moment)
        return ItemChanges.Change(itemID: id, kind: kind, at: moment, item: kind == .deleted ? nil : item)
    }

    private func show(
        _ phone: TestPhone, _ category: CategoryID, item: String? = nil, message: String? = nil
    ) async -> DeliveredNotification {
        var payload = PushPayload(aps: APS(alert: PushAlert(title: "T", body: "B"), category: category))
        (payload.itemID, payload.messageID) = (item, message)
        return await phone.center.show(payload, id: "n")
    }

    private func next(_ phone: TestPhone) async -> ContentActionReport? {
        for await report in phone.bellhop.actionResults { return report }
        return nil
    }

    @Test("a silent push fetches what changed: a new item is a notification, a deleted one is none any more")
    func changes() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        await phone.server.add(Self.change("old", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        await phone.server.add(Self.change("a/1", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids == [LocalID.change(item: "a/1").description])
        await phone.server.add(Self.change("a/1", .deleted))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .noData)
    }

    @Test("the server names the push about a new item as the device names its own, so that one replaces the other")
    func announcements() {
        for item in ["7", "a/1", "ü b"] {
            #expect(LocalID.change(item: item).description == Item.announcementKey(item))
        }
    }

    @Test("a cursor that the server no longer knows begins again, and nothing of the whole list is news")
    func beginsAgain() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        await phone.server.add(Self.change("a", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        await phone.server.add(Self.change("b", .created))
        await phone.server.forgetChanges()
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        await phone.server.add(Self.change("c", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        #expect(await phone.center.ids == [LocalID.change(item: "c").description])
    }

    @Test("nothing is asked before the device is paired, and no change is lost by it")
    func unpaired() async throws {
        let phone = TestPhone(hasServerItems: true)
        await phone.server.add(Self.change("a", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        #expect(await phone.server.served.isEmpty)
        try await phone.pair(with: Fixture.user)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
    }

    @Test("Complete on a notification completes the item, once, also when the first response is lost")
    func completes() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        let notification = await show(phone, .reminder, item: "a/1")
        await phone.server.fail(next: .replyLost)
        await phone.bellhop.responded(NotificationResponse(to: notification, "COMPLETE_TASK"))
        #expect(await next(phone)?.result == .waiting(isKept: true))
        await phone.bellhop.sendWaiting()
        #expect(await next(phone)?.result == .done)
        #expect(await phone.server.completed == ["a/1"])
        let names = await phone.server.served.filter { $0.request.path.hasSuffix("/complete") }
            .map { $0.request.headers["idempotency-key"] }
        #expect(names.count == 2 && Set(names).count == 1)
    }

    @Test("a reply on a notification arrives once, also when the first response is lost")
    func replies() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        let message = MessageID(high: 7, low: 9)
        let notification = await show(phone, .message, message: "\(message)")
        await phone.server.fail(next: .replyLost)
        await phone.bellhop.responded(NotificationResponse(to: notification, "REPLY", text: "On my way"))
        await phone.restarted().bellhop.sendWaiting()
        #expect(await phone.server.replies == [MessageReply(messageID: message, text: "On my way")])
    }

    @Test("what the server refuses, and what is not the server's, the person is told")
    func refused() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        await phone.server.fail(next: .response(.error(.notFound)))
        await phone.bellhop.responded(
            NotificationResponse(to: await show(phone, .reminder, item: "gone"), "COMPLETE_TASK"))
        #expect(await next(phone)?.result == .refused(message: APIErrorCode.notFound.meaning))
        await phone.bellhop.responded(
            NotificationResponse(to: await show(phone, .message, message: "foreign"), "REPLY", text: "Hi"))
        guard case .refused? = await next(phone)?.result else {
            Issue.record("a reply to a message of another server was taken")
            return
        }
    }

    @Test("what failed is tried again on its session's screen, as without a handler")
    func retries() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .agentError))
        payload.sessionID = "s"
        let notification = await phone.center.show(payload, id: "e")
        await phone.bellhop.responded(NotificationResponse(to: notification, "RETRY"))
        for await route in phone.bellhop.routes {
            #expect(route == .session("s", .retry))
            break
        }
    }

    @Test("a silent push takes the notification that it names off the screen")
    func cleared() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        let id = NotificationID(high: 3, low: 4)
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .reminder))
        payload.notificationID = id
        await phone.center.show(payload, id: "n")
        var clear = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        clear.notificationID = id
        #expect(await phone.bellhop.pushArrived(clear) == .newData)
        #expect(await phone.center.ids.isEmpty)
    }
}
