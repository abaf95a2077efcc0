import BellhopKit
import BellhopModel
import BellhopTesting
@_spi(Testing) import SwiftUI
import Testing

@testable import BellhopUI

@Suite("Screens of items, messages, search and topics", .speaking(.english), .timeLimit(.minutes(10)))
@MainActor
struct ItemScreenTests {
    private func plants() -> Item {
        Item(
            id: "plants-7", title: "Plants", body: "Water them", dueAt: Fixture.start,
            createdAt: Fixture.start, updatedAt: Fixture.start)
    }

    private func message(_ number: UInt64, from: UserID, _ text: String) -> Message {
        Message(
            id: MessageID(high: 1, low: number), conversation: "c", from: from,
            to: Fixture.user, text: text, sentAt: Fixture.start)
    }

    @Test("An item is shown and can be completed")
    func complete() async throws {
        let screens = try await Screens.paired()
        let item = plants()
        await screens.phone.server.add(item)
        screens.app.navigator.open(.item("plants-7"))
        #expect(screens.app.navigator[.history] == [.item(item.id)])
        let screen = Screen(ItemScreen(item.id, in: screens.app))
        await screen.run("task")
        #expect(screen.texts.contains("Water them") && screen.texts.contains("Due"))
        await screen.press("Complete")
        await until { screen.texts.contains("Completed") }
        #expect(await screens.phone.server.completed == ["plants-7"])
        #expect(!screen.buttons.contains("Complete"))
    }

    @Test("An item is snoozed for the selected time")
    func snooze() async throws {
        let screens = try await Screens.paired()
        let item = plants()
        await screens.phone.server.add(item)
        let screen = Screen(ItemScreen(item.id, in: screens.app))
        await screen.run("task")
        await screen.press("In 1 Hour")
        await until { screen.texts.contains("Again in 60 minutes") }
        #expect(await screens.phone.server.snoozed == [item.id: 60])
    }

    @Test("An item is unchanged when the server is unavailable, and the screen says so")
    func unavailable() async throws {
        let screens = try await Screens.paired()
        let item = plants()
        await screens.phone.server.add(item)
        let model = ItemModel(item.id, in: screens.app)
        await model.load()
        await screens.phone.server.setDown(true)
        await model.complete()
        #expect(model.problem == "The server could not be reached. Nothing has changed.")
        #expect(model.phase == .found(item))
    }

    @Test("A message opens its conversation, and one reply is sent")
    func messages() async throws {
        let screens = try await Screens.paired()
        let ben: UserID = "ben"
        let asked = message(1, from: ben, "Are you coming?")
        await screens.phone.server.add(asked)
        await screens.phone.server.add(message(2, from: Fixture.user, "Perhaps"))
        let screen = Screen(MessageScreen(asked.id, in: screens.app))
        await screens.running {
            await until { if case .registered = screens.app.registration { true } else { false } }
            await screen.run("task")
            #expect(screen.texts.contains("ben") && screen.texts.contains("You") && screen.texts.contains("Perhaps"))
            #expect(!screen.buttons.contains("Send"))
            screen.type("Yes", into: "Type your reply...")
            await screen.press("Send")
            await until { screen.texts(of: "TextField") == [""] }
        }
        #expect(await screens.phone.server.replies == [MessageReply(messageID: asked.id, text: "Yes")])
    }

    @Test("A search finds asks, items and notifications that contain every word, and opens them")
    func search() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(plants())
        let model = SearchModel(in: screens.app)
        await model.load()
        #expect(model.loading == .loaded && model.results.isEmpty)
        model.query = "WATER plänts"
        #expect(model.results.map(\.title) == ["Plants"])
        model.query = "water cats"
        #expect(model.results.isEmpty)
        model.query = "water"
        model.open(try #require(model.results.first))
        #expect(screens.app.navigator.tab == .history && screens.app.navigator[.history].count == 1)
    }

    @Test("Topics are listed, subscribed to and unsubscribed from")
    func topics() async throws {
        let screens = try await Screens.paired()
        #expect(await Screen(SettingsScreen(in: screens.app)).press("Topics"))
        #expect(screens.app.navigator[.settings] == [.topics])
        let screen = Screen(TopicsScreen(in: screens.app))
        await screen.run("task")
        #expect(screen.texts.contains("You have no subscriptions."))
        screen.type("news", into: "Topic")
        await screen.press("Subscribe")
        await until { screen.buttons.contains("Unsubscribe") }
        #expect(await screens.phone.server.subscriptions.map(\.description) == ["news"])
        await screen.press("Unsubscribe")
        await until { screen.texts.contains("You have no subscriptions.") }
        #expect(await screens.phone.server.subscriptions.isEmpty)
    }

    @Test("Clear All asks for confirmation, then clears the screen, the badge and the server's list")
    func clearAll() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(Fixture.notification(1))
        let screen = Screen(HistoryScreen(in: screens.app))
        await screen.run("refreshable")
        await screen.press("Clear All")
        #expect(await screens.phone.server.readEverything == 0)
        await screen.press("Clear All")
        await until { screen.texts(of: "accessibilityValue").allSatisfy { $0.isEmpty } }
        #expect(await screens.phone.server.readEverything == 1)
        #expect(await screens.phone.center.badge == 0)
    }
}
