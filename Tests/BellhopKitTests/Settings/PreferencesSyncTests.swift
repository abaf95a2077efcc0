import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Synchronization of preferences")
struct PreferencesSyncTests {
    @Test("A switch applies at once while offline, is kept over a restart, and is sent later")
    func offline() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.setDown(true)
        #expect(await phone.bellhop.turn(.type(.reminders), on: false))
        let next = phone.restarted()
        #expect(await next.bellhop.notificationPreferences().types[.reminders] == false)
        await next.server.setDown(false)
        await next.bellhop.becameActive()
        #expect(await next.server.preferences.types[.reminders] == false)
        #expect(await next.server.requests(to: API.putPreferences).count == 1)
        // No switch was changed, so none is sent.
        await next.bellhop.becameActive()
        #expect(await next.server.requests(to: API.putPreferences).count == 1)
    }

    @Test("The last change of a switch wins; other switches of another device are kept, including unknown ones")
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

    @Test("Quiet hours, mutes, the rate limit and unknown fields are sent unchanged")
    func lossless() async throws {
        let phone = try await TestPhone.paired()
        let bytes =
            #"{"quiet_hours":{"start":"22:00","end":"07:00","days":["friday"],"allow_asks":false},"#
            + #""mutes":[{"topic":"news"}],"frequency_cap":{"limit":5,"seconds":60},"digest":{"at":"18:00"}}"#
        let before = try CanonicalJSON.decode(NotificationPreferences.self, from: bytes.utf8)
        await phone.server.setPreferences(before)
        await phone.bellhop.turn(.type(.reminders), on: false)
        // The change is kept over a restart.
        let next = phone.restarted()
        await next.bellhop.becameActive()
        var after = before
        after.types[.reminders] = false
        #expect(await next.server.requests(to: API.putPreferences).count == 1)
        let stored = await next.server.preferences
        #expect(try CanonicalJSON.text(stored) == CanonicalJSON.text(after))
        let known = await next.restarted().bellhop.notificationPreferences()
        #expect(try CanonicalJSON.text(known) == CanonicalJSON.text(after))
    }

    @Test("A switch that is changed while it is sent is sent again")
    func changedDuring() async throws {
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

    @Test("The loop sends changes by itself, and retries with pauses")
    func loop() async throws {
        let phone = try await TestPhone.paired()
        let sent = Gate()
        await phone.server.watch { if $0.method == .put { await sent.pass() } }
        await phone.server.fail(next: .offline)
        await phone.running {
            await phone.bellhop.turn(.type(.messages), on: false)
            // One task waits to register again tomorrow, and one to send.
            await phone.clock.sleepers(2)
            phone.clock.advance(by: .seconds(5))
            await sent.arrived()
            sent.open()
        }
    }

    @Test("A disabled type is not shown over the open app")
    func foreground() async throws {
        let phone = try await TestPhone.paired()
        let payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .messageCategory))
        let first = DeliveredNotification(id: "1", deliveredAt: Fixture.start, payload: payload)
        #expect(await phone.bellhop.notificationArrived(first).contains(.banner))
        await phone.bellhop.turn(.type(.messages), on: false)
        let second = DeliveredNotification(id: "2", deliveredAt: Fixture.start, payload: payload)
        #expect(await phone.bellhop.notificationArrived(second) == .badge)
    }

    @Test("An event of a disabled category shows no card; the ask stays in the list")
    func events() async throws {
        let phone = try await TestPhone.paired()
        let notification = Fixture.notification(1)
        await phone.bellhop.turn(.category(notification.category), on: false)
        await phone.bellhop.turn(.category(.approvalRequest), on: false)
        let updates = await phone.bellhop.updates()
        await phone.bellhop.becameActive()
        let ask = Fixture.ask()
        await phone.bellhop.sync.receive(.askCreated(ask))
        await phone.bellhop.sync.receive(.notificationCreated(notification))
        await phone.bellhop.enteredBackground()
        await phone.bellhop.sync.receive(.notificationCreated(notification))
        await phone.bellhop.sync.receive(.badge(3))
        var asks: [Ask] = []
        for await update in updates {
            if case .card = update { Issue.record("a card of what is turned off") }
            if case .pending(let list, _) = update { asks = list }
            if update == .badge(3) { break }
        }
        #expect(asks == [ask])
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.haptics.played.isEmpty)
        // The push may already be on its way, or the server may not know the preference yet.
        let push = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: Fixture.push(ask))
        #expect(await phone.bellhop.notificationArrived(push) == .badge)
        #expect(await phone.haptics.played.isEmpty)
    }

    @Test("A type's switch never silences an ask, in any category; the category's own switch does")
    func asksUnderOtherCategories() {
        var payload = Fixture.push(Fixture.ask())
        payload.aps.category = .reminder
        var preferences = NotificationPreferences(types: [.reminders: false])
        #expect(preferences.allows(payload))
        preferences.categories[.reminder] = false
        #expect(!preferences.allows(payload))
    }

    @Test("One switch changes all names of its kind, locally and on the server")
    func aliases() async throws {
        let names: Set<PreferenceSwitch> = [.category(.taskComplete), .category(.agentComplete)]
        for name in names { #expect(Set(name.aliases) == names) }
        let own = PreferenceSwitch.category(CategoryID("MINE"))
        #expect(own.aliases == [own])
        #expect(PreferenceSwitch.type(.reminders).aliases == [.type(.reminders)])
        for category in CategoryCatalog.all {
            #expect(PreferenceSwitch.category(category.id).aliases.contains(.category(category.id)))
        }
        let phone = try await TestPhone.paired()
        await phone.bellhop.turn(.category(.taskComplete), on: false)
        await phone.bellhop.becameActive()
        #expect(
            await phone.server.preferences.categories == [CategoryID.taskComplete: false, .agentComplete: false])
        // Another device enabled one of the names: the switch is off until both are enabled.
        await phone.server.setPreferences(NotificationPreferences(categories: [.agentComplete: false]))
        await phone.bellhop.becameActive()
        #expect(await phone.bellhop.notificationPreferences().isOn(.category(.taskComplete)) == false)
        await phone.bellhop.turn(.category(.taskComplete), on: true)
        #expect(await phone.bellhop.notificationPreferences().isOn(.category(.agentComplete)))
    }

    @Test("A switch that is changed while the storage is locked overrides the stored value")
    func locked() async throws {
        let phone = try await TestPhone.paired()
        await phone.server.setDown(true)
        await phone.bellhop.turn(.type(.messages), on: false)
        await phone.bellhop.turn(.type(.updates), on: false)
        await phone.journal.setLocked(true)
        let next = phone.restarted()
        #expect(await next.bellhop.turn(.type(.messages), on: true) == false)
        await next.journal.setLocked(false)
        let present = await next.bellhop.notificationPreferences()
        #expect(present[.type(.messages)])
        #expect(!present[.type(.updates)])
    }

    @Test("A switch on a full disk applies, the user is notified that it is not stored, and the server gets it")
    func storageFull() async throws {
        let phone = try await TestPhone.paired()
        await phone.journal.setFull(true)
        #expect(await phone.bellhop.turn(.type(.messages), on: false) == false)
        await phone.bellhop.becameActive()
        #expect(await phone.server.preferences[.type(.messages)] == false)
    }
}
