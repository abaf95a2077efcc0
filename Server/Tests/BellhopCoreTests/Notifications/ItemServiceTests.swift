import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Items")
struct ItemsTests {
    private let bench = EngineBench()
    private let admin = KeyRecord.admin()

    private func put(_ id: TopicID = "plants", due: Timestamp? = nil) async throws {
        _ = try await bench.items.put(
            ItemRequest(id: id, title: "Plants", dueAt: due, subscribers: ["ada"]), by: admin)
    }

    private func tell(_ count: Int, of item: TopicID = "plants") async throws {
        for _ in 0..<count {
            let request = NotificationRequest(
                title: "Plants", body: "", options: NotificationOptions(itemID: item.description))
            _ = try await bench.notifications.send(request, by: .agent(), recorder: nil)
        }
    }

    @Test("A stored notification is accepted although the synchronization push could not be stored")
    func wakeFails() async throws {
        try await put()
        // The first call reads, the second stores.
        bench.database.breakDown(afterCalls: 2)
        let accepted = try await bench.items.notify(ItemNotificationRequest(), of: "plants", by: admin, recorder: nil)
        guard case .accepted(let campaign) = accepted else { throw StoreUnavailable("nothing was accepted") }
        #expect(bench.database.refusals.count == 1)
        bench.database.mend()
        #expect(try await bench.store.campaigns(before: nil, limit: 9).map(\.id) == [campaign.id])
        bench.database.breakDown(afterCalls: 2)
        #expect(try await bench.items.complete("plants", by: admin).completedAt == bench.time.now)
        bench.database.breakDown(afterCalls: 2)
        try await bench.items.delete("plants", by: admin)
        #expect(bench.database.refusals.count == 3)
        bench.database.mend()
        #expect(try await bench.store.item("plants", of: nil) == nil)
        #expect(try await bench.store.campaigns(before: nil, limit: 9).count == 1)
    }

    @Test("A silent notification that could not be stored is not accepted")
    func silentFails() async throws {
        try await put()
        bench.database.breakDown(afterCalls: 1)
        await #expect(throws: StoreUnavailable.self) {
            try await bench.items.notify(
                ItemNotificationRequest(isSilent: true), of: "plants", by: admin, recorder: nil)
        }
    }

    @Test("Any number of unread notifications about an ended item is marked as read", arguments: [true, false])
    func many(isCompleted: Bool) async throws {
        try await put()
        try await tell(ItemService.silenceBatch * 2 + 1)
        try await tell(1, of: "other")
        if isCompleted {
            _ = try await bench.items.complete("plants", by: admin)
        } else {
            try await bench.items.delete("plants", by: admin)
        }
        #expect(try await bench.store.badge(of: "ada", at: bench.time.now) == 1)
    }

    @Test("When the store fails during completion, the item is complete and its other notifications stay unread")
    func interrupted() async throws {
        try await put()
        try await tell(ItemService.silenceBatch + 3)
        bench.database.breakDown(afterCalls: 2)
        #expect(try await bench.items.complete("plants", by: admin).completedBy == admin.userID)
        bench.database.mend()
        #expect(try await bench.store.badge(of: "ada", at: bench.time.now) == 3)
        #expect(try await bench.store.silenceEndedItems(at: bench.time.now, limit: 9).count == 3)
    }

    @Test("A complete or deleted item has no notifications or reminders; its apps can be synchronized")
    func ended() async throws {
        let phone = try await bench.phone()
        try await put()
        _ = try await bench.items.complete("plants", by: phone.key)
        for (item, code) in [("plants", .invalidRequest), ("nothing", .notFound)] as [(TopicID, APIErrorCode)] {
            await expectRefusal(code) {
                try await bench.items.notify(ItemNotificationRequest(), of: item, by: admin, recorder: nil)
            }
            await expectRefusal(code) {
                try await bench.items.remind(ItemReminderRequest(), of: item, by: admin, recorder: nil)
            }
            await expectRefusal(code) { try await bench.items.snooze(item, SnoozeRequest(), by: phone.key) }
        }
        let woken = try await bench.items.notify(
            ItemNotificationRequest(isSilent: true), of: "plants", by: admin, recorder: nil)
        guard case .accepted = woken else { throw StoreUnavailable("nothing was accepted") }
        #expect(try await bench.store.nextScheduleDue() == nil)
    }

    @Test("A reminder at an item's due date has the same limit as one at a moment")
    func limit() async throws {
        let end = bench.time.now + .seconds(APILimits.reminderSeconds.upperBound)
        try await put("late", due: end)
        let made = try await bench.items.remind(ItemReminderRequest(), of: "late", by: admin, recorder: nil)
        guard case .accepted(let schedule) = made else { throw StoreUnavailable("nothing was accepted") }
        #expect(schedule.next == end)
        try await put("later", due: end + .milliseconds(1))
        await expectRefusal(.invalidRequest) {
            try await bench.items.remind(ItemReminderRequest(), of: "later", by: admin, recorder: nil)
        }
    }

    @Test("Only admins assign items: a device neither subscribes to one nor gets one by its topic")
    func subscribing() async throws {
        let phone = try await bench.phone(of: "eve")
        let topics = TopicService(store: bench.store, time: bench.time)
        _ = try await topics.subscribe(SubscriptionRequest(), to: "plants", by: phone.key)
        try await put()
        await expectRefusal(.forbidden) { try await bench.items.subscribe(nil, to: "plants", by: phone.key) }
        await expectRefusal(.forbidden) {
            try await topics.subscribe(SubscriptionRequest(), to: "plants", by: phone.key)
        }
        await expectRefusal(.notFound) { try await bench.items.item("plants", for: phone.key) }
        await expectRefusal(.notFound) { try await bench.items.complete("plants", by: phone.key) }
        _ = try await bench.items.subscribe(["eve"], to: "plants", by: admin)
        #expect(try await bench.items.item("plants", for: phone.key).id == "plants")
        let again = try await topics.subscribe(SubscriptionRequest(), to: "plants", by: phone.key)
        #expect(again == SubscriptionResult(added: 0, topic: Topic(id: "plants", subscribers: 2)))
        await expectRefusal(.notFound) { try await bench.items.subscribe(["ada"], to: "nothing", by: admin) }
    }
}
