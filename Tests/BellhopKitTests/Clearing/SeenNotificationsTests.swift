import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("What the person has seen")
struct SeenTests {
    @Test("what is seen while the storage is locked does not make it forget what was seen before")
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

    @Test("the log keeps the latest 256 of both halves")
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

@Suite("Which notifications are to go")
struct StaleNotificationsTests {
    private func delivered(_ ask: Ask, _ id: String, at seconds: Int64 = 0) -> DeliveredNotification {
        DeliveredNotification(id: id, deliveredAt: Fixture.start + .seconds(seconds), payload: Fixture.push(ask))
    }

    private let now = Fixture.start + .seconds(10)

    @Test("what is not open any more goes, what is open stays, what is no ask stays")
    func gone() {
        let (open, gone) = (Fixture.ask(1), Fixture.ask(2))
        let other = DeliveredNotification(
            id: "status", deliveredAt: Fixture.start, payload: PushPayload(Fixture.notification(9), badge: nil))
        let ids = StaleNotifications.ids(
            in: [delivered(open, "open"), delivered(gone, "gone"), other], notIn: [open], isComplete: true, at: now)
        #expect(ids == ["gone"])
    }

    @Test("of several about one ask the last stays")
    func duplicates() {
        let ask = Fixture.ask()
        let ids = StaleNotifications.ids(
            in: [delivered(ask, "second", at: 2), delivered(ask, "first", at: 1), delivered(ask, "third", at: 3)],
            notIn: [ask], isComplete: true, at: now)
        #expect(ids == ["first", "second"])
    }

    @Test("what is older than a full page is not judged, unless its deadline has passed")
    func fullPage() {
        let (old, late) = (Fixture.ask(1), Fixture.ask(2, for: 5))
        let (page, between) = ([Fixture.ask(9), Fixture.ask(5)], Fixture.ask(7))
        let ids = StaleNotifications.ids(
            in: [delivered(old, "old"), delivered(late, "late"), delivered(between, "between")], notIn: page,
            isComplete: false, at: now)
        #expect(ids.sorted() == ["between", "late"])
    }

    @Test("an empty list empties the screen of asks")
    func empty() {
        let ids = StaleNotifications.ids(
            in: [delivered(Fixture.ask(), "a")], notIn: [], isComplete: true, at: now)
        #expect(ids == ["a"])
    }
}
