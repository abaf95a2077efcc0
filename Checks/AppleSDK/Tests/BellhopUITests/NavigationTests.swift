import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopUI

@Suite("Navigation", .timeLimit(.minutes(10))) @MainActor
struct NavigationTests {
    nonisolated static let places: [(Route, AppTab, [Place])] = [
        (.ask(Fixture.askID(1)), .pending, [.ask(Fixture.askID(1))]),
        (.question(Fixture.askID(2)), .pending, [.ask(Fixture.askID(2))]),
        (.session("s", .retry), .sessions, [.session("s", .retry)]),
        (.settings, .settings, []),
        (.notFound, .history, [.externalLink(.notFound)]),
        (.item("7"), .history, [.item("7")]),
        (.item(""), .history, [.externalLink(.item(""))]),
        (.message("not one of ours"), .history, [.externalLink(.message("not one of ours"))]),
    ]

    @Test("Each route opens its tab and its screen", arguments: places)
    func routes(_ route: Route, _ tab: AppTab, _ path: [Place]) {
        let navigator = Navigator()
        navigator[tab] = [.diagnostics]
        navigator.open(route)
        #expect(navigator.tab == tab && navigator[tab] == path)
    }

    @Test("A tap that launched the app opens its screen once")
    func coldStart() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(ask)
        let shown = await screens.phone.show(ask)
        await screens.phone.bellhop.responded(NotificationResponse(to: shown, .opened))
        await screens.running {
            await until { screens.app.navigator.isShowing(ask.id) }
        }
        #expect(screens.app.navigator.tab == .pending)
    }

    @Test("The screen of a session that does not exist says so")
    func sessionGone() async throws {
        let screens = try await Screens.paired()
        let model = SessionModel("gone", .look, in: screens.app)
        #expect(model.phase == .loading)
        await model.load()
        #expect(model.phase == .notFound)
        await screens.phone.server.setDown(true)
        await model.load()
        #expect(model.phase == .unavailable)
    }

    @Test(
        "Only an encrypted link to a web site can be opened",
        arguments: [
            ("https://shop.example/items/7", "shop.example"), ("http://shop.example", nil), ("tel:110", nil),
            ("https://bank.example@evil.example/", nil), ("javascript:alert(1)", nil),
            ("https://b\u{430}nk.example", nil),
        ])
    func links(_ link: String, _ host: String?) {
        #expect(ExternalLink(.link(link))?.host == host)
    }

    @Test("A card is removed with its ask, and otherwise after its display time")
    func cards() async throws {
        let clock = ManualClock()
        let cards = CardsModel(clock: clock)
        let report = AnswerReport(askID: Fixture.askID(1), answer: .approve, result: .tooLate)
        cards.show(report, isOnScreen: true)
        #expect(cards.card == nil)
        cards.show(report, isOnScreen: false)
        let card = try #require(cards.card)
        let waiting = Task { await cards.wait(out: card) }
        await clock.sleepers()
        clock.advance(by: CardsModel.linger)
        await waiting.value
        #expect(cards.card == nil)
    }
}

@Suite("Lists and settings", .timeLimit(.minutes(10))) @MainActor
struct ListModelTests {
    @Test("History is loaded a page at a time, each notification once, until its end")
    func history() async throws {
        let screens = try await Screens.paired()
        for number in 1...150 as ClosedRange<UInt64> { await screens.phone.server.add(Fixture.notification(number)) }
        let model = HistoryModel(in: screens.app)
        await model.load()
        #expect(model.rows.count == 100 && !model.isComplete)
        await model.loadMore()
        #expect(model.rows.count == 150 && Set(model.rows.map(\.id)).count == 150 && model.isComplete)
        let requests = await screens.phone.server.requests(to: API.notificationHistory).count
        await model.loadMore()
        #expect(await screens.phone.server.requests(to: API.notificationHistory).count == requests)
    }

    @Test("Opening a row marks it as read and leads to its session")
    func read() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(Fixture.notification(1))
        let model = HistoryModel(in: screens.app)
        await model.load()
        let row = try #require(model.rows.first)
        await model.open(row)
        #expect(model.rows.first?.isRead == true)
        #expect(await screens.phone.server.read == [row.id])
        #expect(screens.app.navigator[.sessions] == [.session("session-1", .look)])
    }

    @Test("Sessions show updates received since the list was loaded")
    func sessions() async throws {
        let screens = try await Screens.paired()
        var session = AgentSession(
            id: "session-1", userID: Fixture.user, title: "shop", startedAt: Fixture.start, updatedAt: Fixture.start)
        await screens.phone.server.add(session)
        let model = SessionsModel(in: screens.app)
        await model.load()
        #expect(model.rows.map(\.status) == [SessionRow(session).status])
        session.status = .completed
        session.updatedAt = Fixture.start + .seconds(5)
        await screens.running {
            await screens.phone.bellhop.becameActive()
            await screens.phone.events.connections(1)
            screens.phone.events.send(.sessionUpdated(session))
            await until { model.rows == [SessionRow(session)] }
        }
    }

    @Test("Sessions of the device's former user are not shown to the next user")
    func formerOwner() async throws {
        let screens = try await Screens.paired()
        let session = AgentSession(
            id: "session-1", userID: Fixture.user, title: "shop", startedAt: Fixture.start, updatedAt: Fixture.start)
        let device = DeviceID(high: 1, low: 1)
        screens.app.apply(.registration(.registered(device: device, user: Fixture.user)))
        screens.app.apply(.session(session))
        screens.app.apply(.registration(.registered(device: device, user: Fixture.user)))
        #expect(SessionsModel(in: screens.app).rows == [SessionRow(session)])
        screens.app.apply(.registration(.registered(device: device, user: "ben")))
        #expect(SessionsModel(in: screens.app).rows.isEmpty)
        screens.app.apply(.session(session))
        screens.app.apply(.registration(.leaving))
        #expect(SessionsModel(in: screens.app).rows.isEmpty)
    }

    @Test("A switch keeps its position when an older preference arrives")
    func pendingChanges() async throws {
        let screens = try await Screens.paired()
        let gate = Gate()
        let turning = Task {
            await screens.app.optimistically {
                $0.turn(.type(.reminders), on: false)
            } sending: {
                await gate.pass()
            }
        }
        await gate.arrived()
        var told = NotificationPreferences.default
        told.turn(.type(.updates), on: false)
        screens.app.apply(.preferences(told))
        #expect(!screens.app.preferences.isOn(.type(.reminders)) && !screens.app.preferences.isOn(.type(.updates)))
        gate.open()
        await turning.value
        screens.app.apply(.preferences(told))
        #expect(screens.app.preferences == told)
    }

    @Test("A switch moves at once and keeps its position")
    func switches() async throws {
        let screens = try await Screens.paired()
        let model = SettingsModel(in: screens.app)
        #expect(model.isOn(.type(.reminders)))
        await model.turn(.type(.reminders), on: false)
        #expect(!model.isOn(.type(.reminders)) && model.problem == nil)
        let kept = await screens.phone.bellhop.notificationPreferences()
        #expect(kept[.type(.reminders)] == false)
        await screens.phone.journal.setFull(true)
        await model.turn(.type(.updates), on: false)
        #expect(model.problem == .notKept)
    }

    @Test("One switch changes every category of the same kind")
    func aliases() async throws {
        let screens = try await Screens.paired()
        let model = SettingsModel(in: screens.app)
        let approvals = try #require(model.categories.first { $0.kind == .approval })
        await model.turn(approvals, on: false)
        let kept = await screens.phone.bellhop.notificationPreferences()
        #expect(!kept.allows(category: .approvalRequest) && !kept.allows(category: .permissionRequest))
    }

    @Test("Scheduled notifications are counted, and all of them are removed")
    func clearing() async throws {
        let screens = try await Screens.paired()
        let payload = PushPayload(aps: APS(alert: PushAlert(title: "Tea")), type: .reminder)
        try await screens.phone.bellhop.schedule(payload, for: "tea", .after(.seconds(60), repeats: false))
        let model = SettingsModel(in: screens.app)
        await model.load()
        #expect(model.scheduled == 1)
        await model.clearScheduled()
        #expect(model.scheduled == 0 && model.problem == nil)
    }
}
