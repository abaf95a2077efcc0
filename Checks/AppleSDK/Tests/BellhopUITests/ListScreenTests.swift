import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("Lists", .speaking(.english), .timeLimit(.minutes(10))) @MainActor
struct ListScreenTests {
    private let session = AgentSession(
        id: "session-1", userID: Fixture.user, title: "Mend the shop",
        origin: Origin(agent: "claude", host: "studio.local", project: "shop"), status: .waiting,
        operation: "Running tests", progress: .init(completed: 3, total: 7), startedAt: Fixture.start,
        updatedAt: Fixture.start)

    @Test("An empty pending list says so, and an ask is a row that opens it")
    func pending() async throws {
        let screens = try await Screens.paired()
        let screen = Screen(PendingScreen(in: screens.app))
        #expect(screen.texts == ["No pending requests", "New requests of your agents appear here at once."])
        let ask = Fixture.ask(2)
        await screens.running {
            await screens.phone.server.add(ask)
            await screens.phone.bellhop.becameActive()
            await until { screen.texts.contains("Bash") }
            #expect(screen.texts.contains("Execute: npm test") && !screen.texts.contains("No pending requests"))
            #expect(await screen.press("Bash"))
            #expect(screens.app.navigator[.pending] == [.ask(ask.id)])
            await screens.phone.server.setDown(true)
            _ = await screens.phone.bellhop.answer(ask, .approve)
            await until { screen.texts.contains("Your answer is being sent") }
        }
    }

    @Test("A session is one row for VoiceOver and opens its screen")
    func sessions() async throws {
        let screens = try await Screens.paired()
        await screens.shown(SessionsScreen(in: screens.app)) { screen in
            #expect(screen.texts == ["Loading …"])
            await until { screen.texts == ["No sessions", "The sessions of your agents appear here."] }
            await screens.phone.server.add(session)
            await screen.run("refreshable")
            #expect(screen.texts.contains("Waiting for you") && screen.texts.contains("3 of 7 tasks"))
            #expect(
                screen.texts(of: "accessibilityLabel") == [
                    "Mend the shop, Waiting for you, Running tests, 3 of 7 tasks, claude · shop · studio.local"
                ])
            await screen.press("Mend the shop")
            #expect(screens.app.navigator[.sessions] == [.session("session-1", .look)])
        }
    }

    @Test("A session shows its pending asks and the host of the agent")
    func session() async throws {
        let screens = try await Screens.paired()
        let ask = Fixture.ask()
        await screens.phone.server.add(session)
        await screens.phone.server.add(ask)
        await screens.running {
            await screens.phone.bellhop.becameActive()
            await until { !screens.app.pending.isEmpty }
            await screens.shown(SessionScreen("session-1", .write, in: screens.app)) { screen in
                await until { screen.texts.contains("Waiting for") }
                #expect(screen.texts.contains("Write to the agent where it runs: studio.local"))
                #expect(screen.texts(of: "navigationTitle") == ["Mend the shop"])
                await screen.press("Execute: npm test")
                #expect(screens.app.navigator.isShowing(ask.id))
            }
        }
    }

    @Test("A missing session and a session that cannot be loaded are shown as such")
    func noSession() async throws {
        let screens = try await Screens.paired()
        await screens.shown(SessionScreen("gone", .look, in: screens.app)) { screen in
            await until { screen.texts.contains("Session not found") }
            #expect(screen.texts.contains("It no longer exists, or it belongs to another user."))
        }
        await screens.phone.server.add(session)
        await screens.phone.server.setDown(true)
        await screens.shown(SessionScreen("session-1", .retry, in: screens.app)) { screen in
            await until { screen.texts.contains("No connection to the server") }
            await screens.phone.server.setDown(false)
            await screen.press("Try Again")
            await until { screen.texts.contains("Let the agent try again where it runs: studio.local") }
        }
    }

    @Test("History is loaded page by page, and unread rows are marked")
    func history() async throws {
        let screens = try await Screens.paired()
        for number in 1...150 as ClosedRange<UInt64> {
            await screens.phone.server.add(Fixture.notification(number, read: number == 150))
        }
        let model = HistoryModel(in: screens.app)
        func screen() -> Screen {
            Screen(
                HistoryContent(
                    rows: model.rows, loading: model.loading, isComplete: model.isComplete, load: model.load,
                    loadMore: model.loadMore, open: model.open))
        }
        #expect(screen().texts.first == "Loading …" && screen().buttons.isEmpty)
        await model.load()
        let first = screen()
        // With Clear All.
        #expect(first.buttons.count == 101 && first.elements("ProgressView").count == 1)
        #expect(first.texts(of: "accessibilityValue").count { $0 == "Unread" } == 99)
        await first.run("task")
        let second = screen()
        #expect(second.buttons.count == 151 && second.elements("ProgressView").isEmpty)
        await second.run("task")
        #expect(screen().buttons.count == 151)
    }

    @Test("Opening a row of the history marks it as read and opens its session")
    func open() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(Fixture.notification(1))
        await screens.shown(HistoryScreen(in: screens.app)) { screen in
            await until { screen.texts.contains("Running tests") }
            await screen.press("Running tests")
            await until { screen.texts(of: "accessibilityValue") == [""] }
            #expect(screens.app.navigator[.sessions] == [.session("session-1", .look)])
        }
    }

    @Test("An empty history and a history that cannot be loaded are shown as such")
    func noHistory() async throws {
        let screens = try await Screens.paired()
        await screens.shown(HistoryScreen(in: screens.app)) { screen in
            await until { screen.texts.starts(with: ["Nothing yet", "Your notifications are kept here."]) }
            // There is nothing for Clear All to clear.
            #expect(screen.buttons.isEmpty)
        }
        await screens.phone.server.setDown(true)
        await screens.shown(HistoryScreen(in: screens.app)) { screen in
            await until { screen.buttons == ["Try Again"] }
            #expect(screen.texts.contains("No connection to the server"))
        }
    }
}
