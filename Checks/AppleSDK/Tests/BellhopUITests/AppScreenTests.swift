import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopKit
@testable import BellhopUI

@Suite("The complete app", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct AppScreenTests {
    private func screen(_ screens: Screens) -> Screen {
        let pairing = PairingModel(Fixture.identity, in: screens.app) { _ in }
        return Screen(BellhopScreen(screens.app, pairing: pairing, about: "Bellhop 1.0") { nil })
    }

    @Test("Five labelled tabs, with the number of pending asks")
    func tabs() async throws {
        let screens = try await Screens.paired()
        let screen = screen(screens)
        #expect(
            screen.elements("tabItem").map(\.texts) == [
                ["Pending"], ["Sessions"], ["History"], ["Search"], ["Settings"],
            ])
        await screens.running {
            await screens.phone.server.add(Fixture.ask())
            await screens.phone.server.add(Fixture.ask(2))
            await screens.phone.bellhop.becameActive()
            await until { screen.texts(of: "badge") == ["2"] }
        }
    }

    @Test("Every text of the app is German in German", .speaking(.german))
    func german() async throws {
        let screen = screen(try await Screens.paired())
        #expect(screen.texts(of: "navigationTitle").count == 5)
        #expect(screen.elements("tabItem").map(\.texts).joined().allSatisfy { !["Pending", "Settings"].contains($0) })
        #expect(screen.buttons.contains("Diagnose"))
    }

    nonisolated static let routes: [(Route, String)] = [
        (.ask(Fixture.askID(9)), "Request not found"),
        (.question(Fixture.askID(9)), "Request not found"),
        (.session("gone", .look), "Session not found"),
        (.notFound, "There is nothing here"),
        (.item("7"), "Item not found"),
        (.message(MessageID(high: 1, low: 1).description), "Message not found"),
        (.message("7"), "There is nothing here"),
        (.link("https://shop.example/7"), "https://shop.example/7"),
    ]

    @Test("A route opens its screen, which shows the content or that it does not exist", arguments: routes)
    func routes(_ route: Route, _ words: String) async throws {
        let screens = try await Screens.paired()
        let screen = screen(screens)
        screens.app.navigator.open(route)
        let tasks = Task { await screen.run("task") }
        await until { screen.texts.contains(words) }
        tasks.cancel()
    }

    @Test("The screen of the next ask does not show the previous answer")
    func nextAsk() async throws {
        let screens = try await Screens.paired()
        let screen = screen(screens)
        let (first, second) = (Fixture.ask(1, input: "make one"), Fixture.ask(2, input: "make two"))
        for ask in [first, second] {
            await screens.phone.server.add(ask)
            screens.app.navigator.open(.ask(ask.id))
            let tasks = Task { await screen.run("task") }
            await until { screen.texts.contains(ask.request.input) }
            tasks.cancel()
        }
        #expect(!screen.texts.contains("make one"))
        await screen.run("onAppear")
        await screen.press("Approve")
        await until { screen.texts.contains("Approved. The server has it.") }
        #expect(await screens.phone.server.ask(first.id)?.state == .pending)
        #expect(await screens.phone.server.ask(second.id)?.state == .approved)
    }

    @Test("Settings link to the permission, the pairing and the diagnostics")
    func settings() async throws {
        let screens = try await Screens.paired()
        let screen = screen(screens)
        for (place, title) in [
            (Place.pairing, "Server address"), (.permission, "You choose which notifications you get"),
            (.diagnostics, "Export as Text"),
        ] {
            screens.app.navigator[.settings] = [place]
            #expect(screen.texts.contains(title) && !screen.texts.contains("Settings of the System"))
        }
    }

    @Test("An external link is shown in full and opened only when pressed")
    func link() async {
        var opened: [URL] = []
        let screen = Screen(ExternalLinkScreen(.link("https://shop.example/items/7?a=b"))) {
            $0.openURL = OpenURLAction {
                opened.append($0)
                return .handled
            }
        }
        #expect(screen.texts.contains("https://shop.example/items/7?a=b") && opened.isEmpty)
        await screen.press("Open shop.example")
        #expect(opened.map(\.absoluteString) == ["https://shop.example/items/7?a=b"])
        #expect(Screen(ExternalLinkScreen(.link("tel:110"))).buttons.isEmpty)
    }
}

@Suite("Cards", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct CardOverlayTests {
    @Test("An ask arrives as a card that opens it and has a labelled close button")
    func card() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(CardOverlay(app: screens.app))
        #expect(screen.texts.isEmpty && screen.buttons.isEmpty)
        let ask = Fixture.ask()
        screens.app.cards.show(InAppCard(ask))
        #expect(screen.texts.contains("Approval Needed") && screen.texts.contains("Bash\nExecute: npm test"))
        #expect(screen.texts(of: "accessibilityLabel") == ["Close"])
        #expect(screen.texts(of: "accessibilityHint") == ["Opens the notification"])
        #expect(await screen.press("Approval Needed"))
        #expect(screens.app.navigator.isShowing(ask.id) && screen.texts.isEmpty)
        screens.app.cards.show(InAppCard(ask))
        // A symbol without text has an empty title in tests.
        #expect(screen.buttons.count == 2)
    }

    @Test("The result of an answer is shown, and disappears after a while")
    func outcome() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(CardOverlay(app: screens.app))
        let report = AnswerReport(askID: Fixture.askID(1), answer: .approve, result: .tooLate)
        screens.app.cards.show(report, isOnScreen: false)
        #expect(screen.texts == ["Too late: the agent no longer waits."])
        let tasks = Task { await screen.run("task") }
        await screens.phone.clock.sleepers()
        screens.phone.clock.advance(by: CardsModel.linger)
        await tasks.value
        #expect(screen.texts.isEmpty)
    }

    nonisolated static let refusals: [(AnswerResult, [String])] = [
        (.refused(message: "Nothing was sent."), ["Not done", "Nothing was sent."]),
        (.sent(Fixture.ask()), ["Approved. The server has it."]),
        (.agentWentOn(Fixture.ask()), ["Approved. The agent continued."]),
        (.expiredOffline, ["Too late: the server could not be reached in time. Nothing was decided."]),
        (.withdrawn(reason: .answeredInTerminal), ["Answered in the terminal"]),
    ]

    @Test("Each outcome has a text", arguments: refusals)
    func texts(_ result: AnswerResult, _ texts: [String]) async throws {
        let screens = try await Screens.paired()
        let report = AnswerReport(askID: Fixture.askID(1), answer: .approve, result: result)
        screens.app.cards.show(report, isOnScreen: false)
        let screen = Screen(CardOverlay(app: screens.app))
        #expect(screen.texts == texts)
    }
}
