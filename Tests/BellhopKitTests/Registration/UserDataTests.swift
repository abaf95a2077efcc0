import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("User data on a device that changes hands")
struct UserDataTests {
    /// A phone of Ana with stored data of every kind.
    private func full() async throws -> (phone: TestPhone, backend: FakeBackend, ask: Ask) {
        let clock = ManualClock()
        let backend = FakeBackend(clock: clock)
        let phone = try await TestPhone.paired(clock: clock, actions: backend, changes: FakeChanges())
        let ask = Fixture.ask(for: 90_000)
        await phone.server.add(ask)
        await phone.bellhop.becameActive()
        _ = await phone.bellhop.pushArrived(PushPayload(json: ["aps": ["content-available": 1], "type": "sync"]))
        await phone.server.setDown(true)
        await backend.setAway(true)
        await phone.bellhop.answer(ask.id, .approve)
        var payload = PushPayload(Fixture.notification(5), badge: nil)
        (payload.itemID, payload.aps.category) = ("7", .reminder)
        let notification = await phone.center.show(payload, id: "n")
        await phone.bellhop.responded(NotificationResponse(to: notification, "COMPLETE_TASK"))
        try await phone.bellhop.schedule(payload, for: "8", .after(.seconds(600), repeats: false))
        await phone.bellhop.turn(.type(.messages), on: false)
        await phone.show(ask)
        await ShownLog(phone.journal).insert(NotificationID(high: 1, low: 1), at: clock.now)
        return (phone, backend, ask)
    }

    private static let drawers: [RecordKey.Drawer] = [
        .answers, .actions, .reads, .schedule, .preferences, .changes, .shown,
    ]

    private func expectNothing(on phone: TestPhone, _ backend: FakeBackend, _ ask: Ask) async throws {
        for drawer in Self.drawers {
            let keys = await phone.journal.records.keys.filter { $0.drawer == drawer }
            // The new user's own preferences may have been read.
            #expect(keys.isEmpty || drawer == .preferences, "\(drawer)")
        }
        #expect(await phone.bellhop.notificationPreferences() == .default)
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.scheduled.isEmpty)
        #expect(await phone.bellhop.scheduled().isEmpty)
        await phone.server.setDown(false)
        await backend.setAway(false)
        await phone.bellhop.outgoing.flush()
        #expect(await backend.done.isEmpty)
        #expect(await phone.server.ask(ask.id)?.state == .pending)
    }

    @Test("All data of the former user is deleted, and none of it is shown or sent")
    func changesHands() async throws {
        let (phone, backend, ask) = try await full()
        for drawer in Self.drawers { #expect(await phone.journal.count(in: drawer) > 0, "\(drawer)") }
        await phone.server.setDown(false)
        try await phone.pair(with: "ben")
        await phone.server.setDown(true)
        try await expectNothing(on: phone, backend, ask)
    }

    @Test("A deletion that a kill interrupted is completed after the restart")
    func acrossRestart() async throws {
        let (phone, backend, ask) = try await full()
        await phone.server.setDown(false)
        // The journal locks as soon as the registration is written: nothing can be removed.
        await phone.journal.watch { key in
            if key.drawer == .registration { await phone.journal.setRemovable(false) }
        }
        try await phone.pair(with: "ben")
        #expect(await phone.journal.count(in: .actions) > 0)
        await phone.journal.watch(nil)
        await phone.journal.setRemovable(true)
        await phone.server.setDown(true)
        let next = phone.restarted()
        await next.bellhop.tokenArrived([0xAB, 0xCD, 0x01, 0x23])
        try await expectNothing(on: next, backend, ask)
    }

    @Test("Signing out deletes the data; pairing the same user again does not")
    func leaving() async throws {
        let (phone, backend, ask) = try await full()
        try await phone.bellhop.leave()
        try await expectNothing(on: phone, backend, ask)
        let (other, _, _) = try await full()
        await other.server.setDown(false)
        try await other.pair(with: Fixture.user)
        #expect(await other.journal.count(in: .actions) > 0)
        #expect(await other.bellhop.scheduled().count == 1)
    }
}
