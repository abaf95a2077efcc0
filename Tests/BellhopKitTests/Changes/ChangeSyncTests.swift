import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Learning of changes in the background")
struct ChangeSyncTests {
    private static let sync = PushPayload(json: ["aps": ["content-available": 1], "type": "sync"])

    private func phone() async throws -> (phone: TestPhone, changes: FakeChanges) {
        let changes = FakeChanges()
        await changes.add(ItemChange(item: "old", .created, title: "Old"))
        let phone = try await TestPhone.paired(changes: changes)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        return (phone, changes)
    }

    @Test("at first everything is new and nothing is news; then a new item is a notification, once")
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

    @Test("nor is anything news on the later pages of the first time")
    func firstPages() async throws {
        let changes = FakeChanges()
        for item in ["a", "b", "c", "d", "e"] { await changes.add(ItemChange(item: item, .created, title: item)) }
        let phone = try await TestPhone.paired(changes: changes)
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await changes.cursors == [nil, "2", "4"])
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("not when a push about it is on the screen, when it is turned off, or while the app is open")
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

    @Test("not when the service extension showed a push about it, though the person has swiped that away")
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
        // What was shown of "b" was not that it is new.
        #expect(await phone.center.ids == [LocalID.change(item: "b").description])
    }

    @Test("not when the category is turned off, by either name")
    func categoryOff() async throws {
        let (phone, changes) = try await phone()
        await phone.bellhop.turn(.category(.newItem), on: false)
        await changes.add(ItemChange(item: "a", .created))
        _ = await phone.bellhop.pushArrived(Self.sync)
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("an item that is gone takes its notifications along, those to come too")
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

    @Test("nor is an item that is done already")
    func completed() async throws {
        let (phone, changes) = try await phone()
        await changes.add(ItemChange(item: "a", .created, isCompleted: true))
        #expect(await phone.bellhop.pushArrived(Self.sync) == .newData)
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("new data, none, or failed; a failure loses nothing")
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

    @Test("a source that does not answer is given up at the deadline")
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

    @Test("time in the background also sends what waits")
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
