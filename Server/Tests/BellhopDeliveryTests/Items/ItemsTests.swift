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

    @Test("What was stored is answered as done, though the push that wakes apps could not be stored beside it")
    func wakeFails() async throws {
        try await put()
        // One call reads what is needed before, one stores.
        bench.store.breakDown(afterCalls: 2)
        let accepted = try await bench.items.notify(ItemNotificationRequest(), of: "plants", by: admin, recorder: nil)
        guard case .accepted(let campaign) = accepted else { throw StoreUnavailable("nothing was accepted") }
        #expect(bench.store.refusals.count == 1)
        bench.store.mend()
        #expect(try await bench.store.campaigns(before: nil, limit: 9).map(\.id) == [campaign.id])
        bench.store.breakDown(afterCalls: 2)
        #expect(try await bench.items.complete("plants", by: admin).completedAt == bench.time.now)
        bench.store.breakDown(afterCalls: 2)
        try await bench.items.delete("plants", by: admin)
        #expect(bench.store.refusals.count == 3)
        bench.store.mend()
        #expect(try await bench.store.item("plants", of: nil) == nil)
        #expect(try await bench.store.campaigns(before: nil, limit: 9).count == 1)
    }

    @Test("A silent notice whose push could not be stored was not accepted")
    func silentFails() async throws {
        try await put()
        bench.store.breakDown(afterCalls: 1)
        await #expect(throws: StoreUnavailable.self) {
            try await bench.items.notify(ItemNotificationRequest(isSilent: true), of: "plants", by: admin, recorder: nil)
        }
    }

    @Test("However many are unread about an item that ends, all are read in the end", arguments: [true, false])
    func many(isCompleted: Bool) async throws {
        try await put()
        try await tell(Items.silenced * 2 + 1)
        try await tell(1, of: "other")
        if isCompleted {
            _ = try await bench.items.complete("plants", by: admin)
        } else {
            try await bench.items.delete("plants", by: admin)
        }
        #expect(try await bench.store.badge(of: "ada", at: bench.time.now) == 1)
    }

    @Test("When the store fails in between, the item has ended, and the rest is left")
    func interrupted() async throws {
        try await put()
        try await tell(Items.silenced + 3)
        bench.store.breakDown(afterCalls: 2)
        #expect(try await bench.items.complete("plants", by: admin).completedBy == admin.userID)
        bench.store.mend()
        #expect(try await bench.store.badge(of: "ada", at: bench.time.now) == 3)
        #expect(try await bench.store.silenceEndedItems(at: bench.time.now, limit: 9).count == 3)
    }

    @Test("Nobody is told or reminded of an item that is complete or gone; its apps can be woken")
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

    @Test("A reminder for when the item is due is no further ahead than one for a moment")
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

    @Test("Who has an item is up to admins: a device neither subscribes to one nor gets one by its topic")
    func subscribing() async throws {
        let phone = try await bench.phone(of: "eve")
        let topics = Topics(store: bench.store, time: bench.time)
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
