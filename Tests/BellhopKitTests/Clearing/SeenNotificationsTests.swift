import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Seen notifications")
struct SeenNotificationsTests {
    @Test("Recording a notification while the storage is locked keeps the earlier records")
    func locked() async {
        let journal = MemoryJournal()
        #expect(await SeenNotifications(journal: journal).isNew("before"))
        await journal.setLocked(true)
        let seen = SeenNotifications(journal: journal)
        #expect(await seen.isNew("locked"))
        await journal.setLocked(false)
        #expect(await seen.isNew("before") == false)
        #expect(await seen.isNew("locked") == false)
        #expect(await seen.isNew("after"))
        let next = SeenNotifications(journal: journal)
        for name in ["before", "locked", "after"] { #expect(await next.isNew(name) == false) }
    }

    @Test("Merging two logs keeps the latest 256 entries")
    func joining() {
        var kept = SeenLog()
        for number in 0..<256 { _ = kept.insert("\(number)") }
        var log = SeenLog()
        for name in ["255", "new"] { _ = log.insert(name) }
        log.join(kept)
        let isNew = ["255", "new", "1", "0"].map { log.insert($0) }
        #expect(isNew == [false, false, false, true])
    }
}

@Suite("Stale notifications")
struct StaleNotificationsTests {
    private func delivered(_ ask: Ask, _ id: String, at seconds: Int64 = 0) -> DeliveredNotification {
        DeliveredNotification(id: id, deliveredAt: Fixture.start + .seconds(seconds), payload: Fixture.push(ask))
    }

    private let now = Fixture.start + .seconds(10)

    @Test("Only notifications of ended asks are stale")
    func gone() {
        let (open, gone) = (Fixture.ask(1), Fixture.ask(2))
        let other = DeliveredNotification(
            id: "status", deliveredAt: Fixture.start, payload: PushPayload(Fixture.notification(9), badge: nil))
        let ids = StaleNotifications.ids(
            in: [delivered(open, "open"), delivered(gone, "gone"), other], notIn: [open], isComplete: true, at: now)
        #expect(ids == ["gone"])
    }

    @Test("The last of several notifications about one ask stays")
    func duplicates() {
        let ask = Fixture.ask()
        let ids = StaleNotifications.ids(
            in: [delivered(ask, "second", at: 2), delivered(ask, "first", at: 1), delivered(ask, "third", at: 3)],
            notIn: [ask], isComplete: true, at: now)
        #expect(ids == ["first", "second"])
    }

    @Test("A notification older than a full page is stale only after its deadline")
    func fullPage() {
        let (old, late) = (Fixture.ask(1), Fixture.ask(2, for: 5))
        let (page, between) = ([Fixture.ask(9), Fixture.ask(5)], Fixture.ask(7))
        let ids = StaleNotifications.ids(
            in: [delivered(old, "old"), delivered(late, "late"), delivered(between, "between")], notIn: page,
            isComplete: false, at: now)
        #expect(ids.sorted() == ["between", "late"])
    }

    @Test("An empty list makes the notifications of all asks stale")
    func empty() {
        let ids = StaleNotifications.ids(
            in: [delivered(Fixture.ask(), "a")], notIn: [], isComplete: true, at: now)
        #expect(ids == ["a"])
    }
}
