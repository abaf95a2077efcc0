import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Notifications while the app is open")
struct ForegroundTests {
    @Test("An ask is shown as a card with a haptic, and not as a banner")
    func card() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        var updates = await phone.bellhop.updates().makeAsyncIterator()
        let arrived = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: Fixture.push(ask, badge: 3))

        let shown = await phone.bellhop.notificationArrived(arrived)
        let again = await phone.bellhop.notificationArrived(arrived)

        #expect(shown == .badge)
        #expect(again == .badge)
        #expect(await phone.haptics.played == [.warning])
        #expect(await phone.center.ids.isEmpty)
        var cards: [InAppCard] = []
        var badges: [Int] = []
        while badges.count < 2, let update = await updates.next() {
            if case .card(let card) = update { cards.append(card) }
            if case .badge(let count) = update { badges.append(count) }
        }
        #expect(cards.map(\.title) == ["Approval Needed"])
        #expect(badges == [3, 3])
    }

    @Test("An ask is a banner when no screen shows cards")
    func noListener() async throws {
        let phone = try await TestPhone.paired()
        func arrive(_ id: UInt64) async -> ForegroundPresentation {
            let push = Fixture.push(Fixture.ask(id))
            let arrived = DeliveredNotification(id: "\(id)", deliveredAt: Fixture.start, payload: push)
            return await phone.bellhop.notificationArrived(arrived)
        }
        #expect(await arrive(1) == [.badge, .list, .banner, .sound])
        #expect(await arrive(1) == .badge, "it was seen")
        // The system's banner has its own sound.
        #expect(await phone.haptics.played.isEmpty)

        // A consumer that only updates Live Activities shows no cards.
        let others = await phone.bellhop.updates(includingCards: false)
        #expect(await arrive(2).contains(.banner))
        var screens: AsyncStream<BellhopUpdate>? = await phone.bellhop.updates()
        #expect(await arrive(3) == .badge)
        #expect(screens != nil)
        screens = nil
        #expect(await arrive(4).contains(.banner))
        phone.bellhop.publisher.publish(.items([]))
        for await update in others where update.isCard || update == .items([]) {
            #expect(!update.isCard)
            break
        }
    }

    @Test("The push of an ask is a banner when its event came while no screen showed cards")
    func eventFirst() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.becameActive()
        let ask = Fixture.ask()
        await phone.bellhop.sync.receive(.askCreated(ask))
        #expect(await phone.haptics.played.isEmpty)
        let push = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: Fixture.push(ask))
        #expect(await phone.bellhop.notificationArrived(push).contains(.banner))
    }

    @Test("A snoozed notification is shown again, although it was seen")
    func snoozed() async throws {
        let phone = try await TestPhone.paired()
        let payload = PushPayload(Fixture.notification(7), badge: nil)
        let first = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: payload)
        let shown = await phone.bellhop.notificationArrived(first)
        #expect(shown != .badge)
        #expect(await phone.bellhop.notificationArrived(first) == .badge)
        let again = DeliveredNotification(
            id: LocalID.snooze("n").description, deliveredAt: Fixture.start + .seconds(900), payload: payload)
        #expect(await phone.bellhop.notificationArrived(again) == shown)
    }

    @Test("An ask that was only removed from the screen is still pending")
    func onlyRead() async throws {
        let phone = try await TestPhone.paired()
        let notification = NotificationID(high: 8, low: 8)
        let ask = Fixture.ask()
        await phone.server.add(ask)
        var push = Fixture.push(ask)
        push.notificationID = notification
        await phone.center.show(push, id: "n")
        await phone.bellhop.becameActive()
        var clear = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        clear.notificationID = notification
        #expect(await phone.bellhop.pushArrived(clear) == .newData)
        #expect(await phone.center.ids.isEmpty)
        for await update in await phone.bellhop.updates() {
            guard case .pending(let asks, _) = update else { continue }
            #expect(asks.map(\.id) == [ask.id])
            break
        }
    }

    @Test("A push that arrives after its ask has ended shows nothing")
    func late() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        _ = await phone.bellhop.pushArrived(.clear(ask.id, reason: .withdrawn))
        let arrived = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: Fixture.push(ask))
        #expect(await phone.bellhop.notificationArrived(arrived) == .badge)
        #expect(await phone.haptics.played.isEmpty)
    }

    @Test("An app that becomes active updates screen, list and badge from the server")
    func reconcile() async throws {
        let phone = try await TestPhone.paired()
        let (open, gone) = (Fixture.ask(1), Fixture.ask(2))
        await phone.server.add(open)
        for notification in [
            Fixture.notification(1, ask: open), Fixture.notification(2), Fixture.notification(3, read: true),
            Fixture.notification(4, ask: Fixture.ask(9, for: 0)),
        ] { await phone.server.add(notification) }
        await phone.show(open)
        await phone.show(gone)

        await phone.bellhop.becameActive()

        #expect(await phone.center.ids == ["ask-\(open.id)"])
        #expect(await phone.center.badge == 2, "unread and not over: what the server counts")
        for await update in await phone.bellhop.updates() {
            guard case .pending(let list, _) = update else { continue }
            #expect(list == [open])
            break
        }
    }

    @Test("Without a network nothing is removed")
    func reconcileOffline() async throws {
        let phone = try await TestPhone.paired()
        await phone.show(Fixture.ask())
        await phone.server.setDown(true)
        await phone.bellhop.becameActive()
        #expect(await phone.center.ids.count == 1)
    }

    @Test("An answer in the app removes the notification and the ask from the list")
    func answerInApp() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.show(ask)
        await phone.bellhop.becameActive()

        guard case .sent = await phone.bellhop.answer(ask.id, .deny(message: "not now")) else {
            return #expect(Bool(false))
        }

        #expect(await phone.center.ids.isEmpty)
        for await update in await phone.bellhop.updates() {
            guard case .pending(let list, let answering) = update else { continue }
            #expect(list.isEmpty && answering.isEmpty)
            break
        }
    }

    @Test("A missing ask cannot be answered")
    func unknown() async throws {
        let phone = try await TestPhone.paired()
        guard case .refused = await phone.bellhop.answer(Fixture.askID(42), .approve) else {
            return #expect(Bool(false))
        }
    }

    @Test("Results shown as notifications in the background are reported in the app when it becomes active")
    func notices() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask(for: 1)
        await phone.server.add(ask)
        let notification = await phone.show(ask)
        phone.clock.advance(by: .seconds(1))
        await phone.bellhop.responded(NotificationResponse(to: notification, "APPROVE_ACTION"))
        #expect(await phone.center.shown.map(\.payload.aps.alert?.title) == ["Too late"])
        await phone.bellhop.becameActive()
        #expect(await phone.center.ids.isEmpty)
    }

    @Test(
        "requestAuthorization asks the user and publishes the answer",
        arguments: [
            AuthorizationState.authorized, .denied, .provisional,
        ])
    func authorization(reply: AuthorizationState) async throws {
        let phone = TestPhone()
        await phone.center.setReply(reply)
        #expect(await phone.bellhop.requestAuthorization() == reply)
        #expect(await phone.bellhop.requestAuthorization() == reply)
        var states: [AuthorizationState] = []
        for await update in await phone.bellhop.updates() {
            if case .authorization(let state) = update { states.append(state); break }
        }
        #expect(states == [reply])
    }
}
