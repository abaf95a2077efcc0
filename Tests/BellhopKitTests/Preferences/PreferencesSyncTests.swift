import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("What the person wants to hear")
struct PreferencesSyncTests {
    @Test("a switch is in force at once while offline, kept over a restart, and sent when it can be")
    func offline() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.setDown(true)
        #expect(await phone.bellhop.turn(.type(.reminders), on: false))
        let next = phone.restarted()
        #expect(await next.bellhop.notificationPreferences().types[.reminders] == false)
        await next.server.setDown(false)
        await next.bellhop.becameActive()
        #expect(await next.server.preferences.types[.reminders] == false)
        #expect(await next.server.requests(to: .putPreferences).count == 1)
        // Nothing turned, nothing sent.
        await next.bellhop.becameActive()
        #expect(await next.server.requests(to: .putPreferences).count == 1)
    }

    @Test("the last who turned a switch has turned it; another device's other switches stand, unknown ones too")
    func merging() async throws {
        let phone = try await TestPhone.paired()
        let bytes = #"{"preferences":{"messages":false,"quiet":{"from":22},"raffles":false},"categories":{"X":false}}"#
        await phone.server.setPreferences(try CanonicalJSON.decode(NotificationPreferences.self, from: bytes.utf8))
        await phone.bellhop.turn(.type(.reminders), on: false)
        await phone.bellhop.turn(.category(CategoryID("X")), on: true)
        await phone.bellhop.becameActive()
        let stored = await phone.server.preferences
        #expect(stored.types[.messages] == false)
        #expect(stored.types[.reminders] == false)
        #expect(stored.types[PreferenceType(rawValue: "raffles")] == false)
        #expect(stored.categories[CategoryID("X")] == true)
        #expect(stored.others["quiet"] != nil)

        var theirs = stored
        theirs.types[.reminders] = true
        await phone.server.setPreferences(theirs)
        await phone.bellhop.becameActive()
        #expect(await phone.bellhop.notificationPreferences()[.type(.reminders)])
    }

    @Test("turned again while it is being sent: the later one is sent, too")
    func turnedMeanwhile() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.turn(.type(.messages), on: false)
        await phone.server.watch { request in
            guard request.method == .put else { return }
            await phone.server.watch(nil)
            await phone.bellhop.turn(.type(.messages), on: true)
        }
        await phone.bellhop.becameActive()
        #expect(await phone.bellhop.notificationPreferences()[.type(.messages)])
        await phone.bellhop.becameActive()
        #expect(await phone.server.preferences[.type(.messages)])
    }

    @Test("the loop sends by itself, and tries again with pauses")
    func loop() async throws {
        let phone = try await TestPhone.paired()
        let sent = Gate()
        await phone.server.watch { if $0.method == .put { await sent.pass() } }
        await phone.server.fail(next: .offline)
        await phone.running {
            await phone.bellhop.turn(.type(.messages), on: false)
            // One waits to register again tomorrow, one to send.
            await phone.clock.sleepers(2)
            phone.clock.advance(by: .seconds(5))
            await sent.arrived()
            sent.open()
        }
    }

    @Test("what is turned off is not shown over the open app")
    func foreground() async throws {
        let phone = try await TestPhone.paired()
        let payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .messageCategory))
        let first = DeliveredNotification(id: "1", deliveredAt: Fixture.start, payload: payload)
        #expect(await phone.bellhop.notificationArrived(first).contains(.banner))
        await phone.bellhop.turn(.type(.messages), on: false)
        let second = DeliveredNotification(id: "2", deliveredAt: Fixture.start, payload: payload)
        #expect(await phone.bellhop.notificationArrived(second) == .badge)
    }

    @Test("storage full: the switch holds, the person learns that it is not kept, and the server gets it")
    func storageFull() async throws {
        let phone = try await TestPhone.paired()
        await phone.journal.setFull(true)
        #expect(await phone.bellhop.turn(.type(.messages), on: false) == false)
        await phone.bellhop.becameActive()
        #expect(await phone.server.preferences[.type(.messages)] == false)
    }
}
