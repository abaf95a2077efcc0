import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("A whole list of items")
struct WholeListTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])

    /// Gives the pages of a script, one for each question, and fails where it has none.
    private actor Script: ChangesPort {
        struct Away: Error {}
        private var pages: [ChangePage?] = []
        private var gate: Gate?

        func add(_ pages: ChangePage?...) { self.pages += pages }
        func hold(at gate: Gate) { self.gate = gate }

        func changes(since cursor: String?) async throws -> ChangePage {
            await gate?.pass()
            guard !pages.isEmpty, let page = pages.removeFirst() else { throw Away() }
            return page
        }
    }

    private static func page(_ items: String..., cursor: String, hasMore: Bool = false) -> ChangePage {
        ChangePage(
            changes: items.map { ItemChange(item: $0, .created) }, cursor: cursor, hasMore: hasMore, isWhole: true)
    }

    /// A phone that knows `a`, `b` and `c`, and is to remind of each.
    private func phone(_ script: Script) async throws -> TestPhone {
        await script.add(Self.page("a", "b", "c", cursor: "1"))
        let phone = try await TestPhone.paired(changes: script)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        for item in ["a", "b", "c"] { try await remind(phone, of: item) }
        return phone
    }

    private func remind(_ phone: TestPhone, of item: String) async throws {
        let payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .reminder))
        try await phone.bellhop.schedule(payload, for: item, .after(.seconds(3600), repeats: false))
    }

    private func reminded(_ phone: TestPhone) async -> [String] {
        await phone.bellhop.scheduled().compactMap(\.payload.itemID).sorted()
    }

    @Test("nothing is judged before its end, though it takes several runs and launches")
    func cut() async throws {
        let script = Script()
        let phone = try await phone(script)
        await script.add(Self.page("a", cursor: "w1", hasMore: true), nil)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        #expect(await reminded(phone) == ["a", "b", "c"])

        let later = phone.restarted()
        let updates = await later.bellhop.updates()
        await script.add(Self.page("c", cursor: "2"))
        #expect(await later.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await reminded(later) == ["a", "c"])
        for await update in updates {
            guard case .items(let items) = update else { continue }
            #expect(items == ["a", "c"])
            break
        }
    }

    @Test("what was deleted while it was read is not in it")
    func deletedMeanwhile() async throws {
        let script = Script()
        let phone = try await phone(script)
        var last = Self.page("c", cursor: "2")
        last.changes.append(ItemChange(item: "a", .deleted))
        await script.add(Self.page("a", "b", cursor: "w1", hasMore: true), last)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await reminded(phone) == ["b", "c"])
    }

    @Test("what came while it was read may be about an item that is newer than the list")
    func newer() async throws {
        let script = Script()
        let phone = try await phone(script)
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .newItem))
        payload.itemID = "d"
        phone.clock.advance(by: .seconds(1))
        let gate = Gate()
        await script.hold(at: gate)
        let run = Task { await phone.bellhop.pushArrived(Self.sync) }
        await gate.arrived()
        phone.clock.advance(by: .seconds(1))
        await phone.center.show(payload, id: "d")
        try await remind(phone, of: "d")
        await script.add(Self.page("b", cursor: "2"))
        gate.open()
        #expect(await run.value == .newData)
        #expect(await phone.center.ids == ["d"])
        #expect(await reminded(phone) == ["b", "d"])
    }

    @Test("when what is gone cannot be taken off the schedule, the end of the list is read again")
    func notRemoved() async throws {
        let script = Script()
        let phone = try await phone(script)
        await script.add(Self.page("a", cursor: "2"), Self.page("a", cursor: "2"))
        await phone.journal.setRemovable(false)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        await phone.journal.setRemovable(true)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await reminded(phone) == ["a"])
    }
}
