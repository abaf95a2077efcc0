import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("Taps")
struct TapTests {
    private func tap(_ notification: DeliveredNotification) -> NotificationResponse {
        NotificationResponse(to: notification, .opened)
    }

    @Test("A tap that launches the app is delivered once, to the first listener")
    func coldStart() async throws {
        let phone = try await TestPhone.paired()
        let (first, second) = (await phone.show(Fixture.ask(1)), await phone.show(Fixture.ask(2)))

        // The scene's connection options and the delegate both report it.
        await phone.bellhop.responded(tap(first))
        await phone.bellhop.responded(tap(first))
        await phone.bellhop.responded(tap(second))
        await phone.bellhop.settingsRequested()

        var opened: [OpenedRoute] = []
        for await route in phone.bellhop.routes {
            opened.append(route)
            if route.route == .settings { break }
        }
        #expect(opened.map(\.route) == [.ask(Fixture.askID(1)), .ask(Fixture.askID(2)), .settings])
        #expect(opened.map(\.notification) == [first, second, nil])
        #expect(opened[1].payload?.askID == Fixture.askID(2))
    }

    @Test("Taps that one screen did not receive are delivered to the next")
    func nextListener() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.responded(tap(await phone.show(Fixture.ask(1))))
        await phone.bellhop.responded(tap(await phone.show(Fixture.ask(2))))
        for await opened in phone.bellhop.routes {
            #expect(opened.route == .ask(Fixture.askID(1)))
            break
        }
        for await opened in phone.bellhop.routes {
            #expect(opened.route == .ask(Fixture.askID(2)))
            break
        }
    }

    @Test("A notification that is delivered again can be tapped again")
    func deliveredAgain() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.responded(tap(await phone.show(Fixture.ask(1))))
        phone.clock.advance(by: .seconds(1))
        await phone.bellhop.responded(tap(await phone.show(Fixture.ask(1))))
        await phone.bellhop.settingsRequested()
        var routes = phone.bellhop.routes.makeAsyncIterator()
        #expect(await routes.next()?.route == .ask(Fixture.askID(1)))
        #expect(await routes.next()?.route == .ask(Fixture.askID(1)))
        #expect(await routes.next()?.route == .settings)
    }

    @Test("An opened notification is marked as read, also when the server is unavailable at first")
    func read() async throws {
        let phone = try await TestPhone.paired()
        let notification = Fixture.notification(7)
        await phone.server.setDown(true)
        await phone.bellhop.responded(tap(await phone.center.show(PushPayload(notification, badge: nil), id: "n")))
        #expect(await phone.server.read.isEmpty)

        await phone.server.setDown(false)
        let next = phone.restarted()
        await next.bellhop.becameActive()

        #expect(await phone.server.read == [notification.id])
        #expect(await phone.journal.count(in: .reads) == 0)
    }

    @Test("The app's own buttons are delivered to the app")
    func actions() async throws {
        let phone = try await TestPhone.paired()
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "Water the plants"), category: .reminder))
        payload.itemID = "7"
        let notification = await phone.center.show(payload, id: "n")
        await phone.bellhop.responded(NotificationResponse(to: notification, "SNOOZE"))
        for await action in phone.bellhop.actions {
            #expect(action.kind == .snooze(.quarterHour))
            #expect(action.notification == notification)
            #expect(action.expiresAt == Fixture.start + ContentAction.lifetime)
            break
        }
    }

    @Test("A route is opened with its content, or reported as missing")
    func destinations() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        let session = AgentSession(
            id: "session-1", userID: Fixture.user, title: "Tests", startedAt: Fixture.start, updatedAt: Fixture.start)
        await phone.server.add(session)
        #expect(await phone.bellhop.open(.ask(ask.id)) == .ask(ask))
        #expect(await phone.bellhop.open(.ask(Fixture.askID(99))) == .notFound)
        #expect(await phone.bellhop.open(.session("session-1", .retry)) == .session(session, .retry))
        #expect(await phone.bellhop.open(.session("gone", .look)) == .notFound)
        #expect(await phone.bellhop.open(.settings) == .place(.settings))
        await phone.server.setDown(true)
        #expect(await phone.bellhop.open(.ask(ask.id)) == .unavailable)
    }
}
