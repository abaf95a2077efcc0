import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("The server's items and messages")
struct ServerItemsTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])
    private static let moment = Timestamp(seconds: 1_800_000_000)

    private static func change(
        _ id: TopicID, _ kind: ItemChanges.Kind, isCompleted: Bool = false
    ) -> ItemChanges.Change {
        let item = Item(
            id: id, title: "Item \(id)", body: "x", completedAt: isCompleted ? moment : nil, createdAt: moment,
            updatedAt: moment)
        return ItemChanges.Change(itemID: id, kind: kind, at: moment, item: kind == .deleted ? nil : item)
    }

    @discardableResult
    private func show(
        _ phone: TestPhone, _ category: CategoryID, item: String? = nil, message: String? = nil, id: String = "n"
    ) async -> DeliveredNotification {
        var payload = PushPayload(aps: APS(alert: PushAlert(title: "T", body: "B"), category: category))
        (payload.itemID, payload.messageID) = (item, message)
        return await phone.center.show(payload, id: id)
    }

    /// Shows a reminder of `item`, and schedules another.
    private func remind(_ phone: TestPhone, of item: String) async {
        await show(phone, .reminder, item: item, id: "reminder of \(item)")
        let payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .reminder))
        do {
            try await phone.bellhop.schedule(payload, for: item, .after(.seconds(3600), repeats: false))
        } catch {
            Issue.record(error)
        }
    }

    private func next(_ phone: TestPhone) async -> ContentActionReport? {
        for await report in phone.bellhop.actionResults { return report }
        return nil
    }

    @Test("A silent push fetches the changes without showing them, and a deleted item leaves the screen")
    func changes() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        await phone.server.add(Self.change("old", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        // The server decides about a notification, because it knows quiet hours, mutes and the cap.
        await phone.server.add(Self.change("a/1", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        await remind(phone, of: "a/1")
        await phone.server.add(Self.change("a/1", .deleted))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.scheduled.isEmpty)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .noData)
    }

    @Test("An item completed elsewhere is no longer reminded of; newer notifications about it stay")
    func completedElsewhere() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        await phone.server.add(Self.change("a", .created))
        await phone.server.add(Self.change("b", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        await remind(phone, of: "a")
        await remind(phone, of: "b")
        let shown = await show(phone, .reminder, item: "a")
        await phone.bellhop.responded(NotificationResponse(to: shown, "SNOOZE"))
        #expect(await phone.center.scheduled.count == 3)
        await show(phone, .update, item: "a", id: "done by ben")
        await phone.server.add(Self.change("a", .updated, isCompleted: true))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.scheduled.map(\.payload.itemID) == ["b"])
        #expect(await phone.center.ids == ["done by ben", "reminder of b"])
    }

    @Test("Items deleted while offline are removed by the complete list, and the app receives it")
    func missedDeletion() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        for item in ["a", "b"] as [TopicID] { await phone.server.add(Self.change(item, .created)) }
        await remind(phone, of: "mine")
        _ = await phone.bellhop.pushArrived(Self.sync)
        // Before the first list no item was known, so none is missing.
        #expect(await phone.center.ids == ["reminder of mine"])
        for item in ["a", "b"] { await remind(phone, of: item) }
        await phone.server.add(Self.change("a", .deleted))
        await phone.server.forgetChanges()
        let updates = await phone.bellhop.updates()
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids == ["reminder of b"])
        #expect(await phone.center.scheduled.map(\.payload.itemID) == ["b"])
        for await update in updates {
            guard case .items(let items) = update else { continue }
            #expect(items == ["b"])
            break
        }
    }

    @Test("A cursor of another source restarts with the whole list")
    func foreignCursor() async throws {
        let changes = FakeChanges()
        await changes.add(ItemChange(item: "theirs", .created))
        let former = try await TestPhone.paired(changes: changes)
        _ = await former.bellhop.pushArrived(Self.sync)
        let key = try #require(try await former.journal.keys(in: .changes).first)
        let kept = try #require(try await former.journal.read(key))
        let phone = try await TestPhone.paired(hasServerItems: true)
        try await phone.journal.write(
            Array(String(decoding: kept, as: UTF8.self).replacing("\"1\"", with: "\"mine\"").utf8), to: key)
        await phone.server.add(Self.change("a", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .noData)
        #expect(
            await phone.server.requests(to: API.itemChanges).map(\.status) == [400, 200, 200])
    }

    @Test("The server and the device use the same name for a new item's notification")
    func announcements() {
        for item in ["7", "a/1", "ü b"] {
            #expect(LocalID.change(item: item).description == Item.announcementKey(item))
        }
    }

    @Test("An unpaired device requests no changes and loses none")
    func unpaired() async throws {
        let phone = TestPhone(hasServerItems: true)
        await phone.server.add(Self.change("a", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        #expect(await phone.server.served.isEmpty)
        try await phone.pair(with: Fixture.user)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
    }

    @Test("Complete on a notification completes the item once, also when the first response is lost")
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

    @Test("A reply on a notification arrives once, also when the first response is lost")
    func replies() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        let message = MessageID(high: 7, low: 9)
        let notification = await show(phone, .message, message: "\(message)")
        await phone.server.fail(next: .replyLost)
        await phone.bellhop.responded(NotificationResponse(to: notification, "REPLY", text: "On my way"))
        await phone.restarted().bellhop.sendWaiting()
        #expect(await phone.server.replies == [MessageReply(messageID: message, text: "On my way")])
    }

    @Test("The user is notified of a refused action, and of an action on a notification of another server")
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

    @Test("Retry on a failed session opens the session's screen")
    func retries() async throws {
        let phone = try await TestPhone.paired(hasServerItems: true)
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .agentError))
        payload.sessionID = "s"
        let notification = await phone.center.show(payload, id: "e")
        await phone.bellhop.responded(NotificationResponse(to: notification, "RETRY"))
        for await opened in phone.bellhop.routes {
            #expect(opened.route == .session("s", .retry))
            break
        }
    }

    @Test("A silent push removes the notification that it names")
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
