import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Synchronization of changes in the background")
struct ChangeSyncTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])

    private func phone() async throws -> (phone: TestPhone, changes: FakeChanges) {
        let changes = FakeChanges()
        await changes.add(ItemChange(item: "old", .created, title: "Old"))
        let phone = try await TestPhone.paired(changes: changes)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        return (phone, changes)
    }

    @Test("The first synchronization shows nothing; a later new item is shown once")
    func newItems() async throws {
        let (phone, changes) = try await phone()
        #expect(await phone.center.ids.isEmpty)
        for item in ["a", "b", "c"] { await changes.add(ItemChange(item: item, .created, title: item)) }
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        let ids = ["a", "b", "c"].map { LocalID.change(item: $0).description }
        #expect(await phone.center.ids == ids)
        await phone.center.removeDelivered(ids)
        #expect(await phone.restarted().bellhop.pushArrived(Self.sync) == .noData)
        #expect(await changes.cursors == [nil, "1", "3", "4"])
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("Later pages of the first synchronization show nothing")
    func firstPages() async throws {
        let changes = FakeChanges()
        for item in ["a", "b", "c", "d", "e"] { await changes.add(ItemChange(item: item, .created, title: item)) }
        let phone = try await TestPhone.paired(changes: changes)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await changes.cursors == [nil, "2", "4"])
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("A new item is not shown if a push shows it, its type is off, or the app is open")
    func unwanted() async throws {
        let (phone, changes) = try await phone()
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .newItem))
        payload.itemID = "a"
        await phone.center.show(payload, id: "push")
        await changes.add(ItemChange(item: "a", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        await phone.bellhop.turn(.type(.newItems), on: false)
        await changes.add(ItemChange(item: "b", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        await phone.bellhop.turn(.type(.newItems), on: true)
        await phone.bellhop.becameActive()
        await changes.add(ItemChange(item: "c", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        #expect(await phone.center.ids == ["push"])
    }

    @Test("A new item is not shown if the service extension showed its push, even when the user removed it")
    func shownByExtension() async throws {
        let (phone, changes) = try await phone()
        for (number, item) in ["a", "b"].enumerated() {
            var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: item == "a" ? .newItem : .update))
            payload.itemID = item
            payload.notificationID = NotificationID(high: 1, low: UInt64(number))
            let ports = ServicePorts(clock: phone.clock, journal: phone.journal)
            await ServiceRun(payload, id: item, ports: ports) { _ in }.run()
            await changes.add(ItemChange(item: item, .created))
        }
        _ = await phone.bellhop.pushArrived(Self.sync)
        // The notification about "b" did not announce it as new.
        #expect(await phone.center.ids == [LocalID.change(item: "b").description])
    }

    @Test("A new item is not shown if its category is off, under either name")
    func categoryOff() async throws {
        let (phone, changes) = try await phone()
        await phone.bellhop.turn(.category(.newItem), on: false)
        await changes.add(ItemChange(item: "a", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("A deleted item removes its shown and scheduled notifications")
    func deletion() async throws {
        let (phone, changes) = try await phone()
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .reminder))
        try await phone.bellhop.schedule(payload, for: "old", .after(.seconds(60), repeats: false))
        payload.itemID = "old"
        await phone.center.show(payload, id: "n")
        await changes.add(ItemChange(item: "old", .deleted))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.scheduled.isEmpty)
    }

    @Test("A completed item is not shown")
    func completed() async throws {
        let (phone, changes) = try await phone()
        await changes.add(ItemChange(item: "a", .created, isCompleted: true))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("The result is new data, no data or failed, and a failure loses no change")
    func results() async throws {
        let (phone, changes) = try await phone()
        #expect(await phone.bellhop.pushArrived(Self.sync) == .noData)
        await changes.setAway(true)
        await changes.add(ItemChange(item: "a", .created))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        await changes.setAway(false)
        await phone.journal.setFull(true)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .failed)
        await phone.journal.setFull(false)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids == [LocalID.change(item: "a").description])
    }

    @Test("A source that does not respond is given up at the deadline")
    func deadline() async throws {
        let (phone, changes) = try await phone()
        let gate = Gate()
        await changes.hold(at: gate)
        let deadline = phone.clock.now + .seconds(20)
        let refresh = Task { await phone.bellhop.refreshInBackground(until: deadline) }
        await gate.arrived()
        await phone.clock.sleepers()
        phone.clock.advance(by: .seconds(20))
        #expect(await refresh.value == .failed)
    }

    @Test("A background refresh also sends waiting work")
    func refresh() async throws {
        let (phone, _) = try await phone()
        let notification = Fixture.notification(7)
        await phone.server.setDown(true)
        let shown = await phone.center.show(PushPayload(notification, badge: nil), id: "n")
        await phone.bellhop.responded(NotificationResponse(to: shown, .opened))
        await phone.server.setDown(false)
        #expect(await phone.bellhop.refreshInBackground(until: phone.clock.now + .seconds(20)) == .noData)
        #expect(await phone.server.read == [notification.id])
    }
}

@Suite("Synchronization with a complete list")
struct WholeListTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])

    /// Returns the pages of a script, one for each request, and fails after the last.
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

    /// A phone that knows `a`, `b` and `c`, with a reminder for each.
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

    @Test("Nothing is deleted before the end of the list, over several runs and launches")
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

    @Test("An item deleted while the list was read is not in the result")
    func deletedMeanwhile() async throws {
        let script = Script()
        let phone = try await phone(script)
        var last = Self.page("c", cursor: "2")
        last.changes.append(ItemChange(item: "a", .deleted))
        await script.add(Self.page("a", "b", cursor: "w1", hasMore: true), last)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await reminded(phone) == ["b", "c"])
    }

    @Test("A notification that arrives while the list is read is kept")
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

    @Test("When a notification cannot be unscheduled, the end of the list is read again")
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
