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
