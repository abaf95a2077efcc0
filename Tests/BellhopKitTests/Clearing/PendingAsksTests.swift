import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Pending asks")
struct PendingAsksTests {
    @Test("An ended ask does not come back with an older list")
    func staleList() {
        var pending = PendingAsks()
        let ask = Fixture.ask()
        pending.insert(ask)
        let revision = pending.revision
        pending.end(ask.id)
        pending.replace(with: [ask], isComplete: true, asOf: revision)
        #expect(pending.list.isEmpty)
    }

    @Test("An ask that arrives while the list is loaded stays")
    func newerThanList() {
        var pending = PendingAsks()
        let (first, second) = (Fixture.ask(1), Fixture.ask(2))
        pending.insert(first)
        let revision = pending.revision
        pending.insert(second)
        pending.replace(with: [], isComplete: true, asOf: revision)
        #expect(pending.list == [second])
    }

    @Test("An ask older than a full page stays")
    func fullPage() {
        var pending = PendingAsks()
        for number in 1...4 as ClosedRange<UInt64> { pending.insert(Fixture.ask(number)) }
        pending.replace(with: [Fixture.ask(4), Fixture.ask(3)], isComplete: false, asOf: pending.revision)
        #expect(pending.list.map(\.id) == [4, 3, 2, 1].map(Fixture.askID))
        pending.replace(with: [Fixture.ask(4), Fixture.ask(2)], isComplete: false, asOf: pending.revision)
        #expect(pending.list.map(\.id) == [4, 2, 1].map(Fixture.askID))
    }

    @Test("Asks are sorted newest first, and expire at their deadline")
    func expiry() {
        var pending = PendingAsks()
        pending.insert(Fixture.ask(1, for: 60))
        pending.insert(Fixture.ask(2, for: 30))
        #expect(pending.nextDeadline == Fixture.start + .seconds(30))
        let early = pending.expire(at: Fixture.start + .seconds(29))
        let late = pending.expire(at: Fixture.start + .seconds(30))
        #expect(early.isEmpty)
        #expect(late == [Fixture.askID(2)])
        #expect(pending.hasEnded(Fixture.askID(2)))
        #expect(pending.list.map(\.id) == [Fixture.askID(1)])
    }

    @Test("An ask that has ended is not pending")
    func resolved() {
        var ask = Fixture.ask()
        ask.resolution = Resolution(state: .expired, at: ask.deadline)
        var pending = PendingAsks()
        let isNew = pending.insert(ask)
        #expect(!isNew)
        #expect(pending.list.isEmpty)
    }
}
