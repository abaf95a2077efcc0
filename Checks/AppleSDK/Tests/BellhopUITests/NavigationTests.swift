import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopUI

@Suite("Where taps lead", .timeLimit(.minutes(10))) @MainActor
struct NavigationTests {
    nonisolated static let places: [(Route, AppTab, [Place])] = [
        (.ask(Fixture.askID(1)), .pending, [.ask(Fixture.askID(1))]),
        (.question(Fixture.askID(2)), .pending, [.ask(Fixture.askID(2))]),
        (.session("s", .retry), .sessions, [.session("s", .retry)]),
        (.settings, .settings, []),
        (.notFound, .history, [.elsewhere(.notFound)]),
        (.item("7"), .history, [.item("7")]),
        (.item(""), .history, [.elsewhere(.item(""))]),
        (.message("not one of ours"), .history, [.elsewhere(.message("not one of ours"))]),
    ]

    @Test("Each route opens its tab and its screen", arguments: places)
    func routes(_ route: Route, _ tab: AppTab, _ path: [Place]) {
        let navigator = Navigator()
        navigator[tab] = [.diagnostics]
        navigator.open(route)
        #expect(navigator.tab == tab && navigator[tab] == path)
    }

    @Test("A tap that launched the app is waited for, and leads there once")
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

    @Test("A session that is gone is said to be gone")
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
        #expect(OutsideLink(.link(link))?.host == host)
    }

    @Test("A card leaves when its ask does, and by itself when its time is over")
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
