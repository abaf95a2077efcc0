import BellhopClient
import BellhopKit
import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("Items and messages, from server to phone and back", .serialized, .timeLimit(.minutes(10)))
struct ItemJourneyTests {
    private static func put(_ admin: BellhopClient, _ id: TopicID, for users: [UserID]) async throws {
        try await admin.call(
            API.putItem, body: ItemRequest(id: id, title: "Plants \(id)", body: "Water them", subscribers: users))
    }

    @Test("Subscribers are notified of a new item by their preferences")
    func notify() async throws {
        try await ItemJourney.run { journey in
            let admin = journey.admin
            try await admin.call(
                API.putPreferences, query: ["user": "ben"], body: NotificationPreferences(types: [.newItems: false]))
            try await Self.put(admin, "7", for: ["ada", "ben"])
            try await admin.call(API.notifyOfItem, "7", body: ItemNotificationRequest())
            for phone in [journey.phone, journey.tablet] {
                let shown = try #require(await phone.shows(.newItem))
                #expect(shown.payload.aps.alert?.title == "Plants 7")
                #expect(shown.payload.aps.alert?.body == "Water them")
                #expect(shown.payload.itemID == "7")
            }
            // A notification of another type would arrive after the suppressed one.
            try await admin.call(API.notifyOfItem, "7", body: ItemNotificationRequest(type: .update))
            #expect(await journey.bens.shows(.update) != nil)
            #expect(await journey.bens.screen.notifications.map(\.payload.aps.category) == [.update])
        }
    }

    @Test("Complete on one phone completes the item, clears the other phones and cancels its reminder")
    func complete() async throws {
        try await ItemJourney.run { journey in
            let admin = journey.admin
            try await Self.put(admin, "7", for: ["ada", "ben"])
            try await admin.call(API.remindOfItem, "7", body: ItemReminderRequest(in: 3600, users: ["ada"]))
            try await admin.call(API.notifyOfItem, "7", body: ItemNotificationRequest(type: .reminder))
            var shown: [DeliveredNotification] = []
            for phone in [journey.phone, journey.tablet, journey.bens] {
                shown.append(try #require(await phone.shows(.reminder)))
            }
            try await journey.phone.press(.complete, on: shown[0])
            for phone in [journey.phone, journey.tablet, journey.bens] { #expect(await phone.isClear()) }
            let item = try await admin.call(API.getItem, "7")
            #expect(item.completedBy == "ada")
            journey.advance(by: .seconds(3601))
            try await Self.put(admin, "8", for: ["ada"])
            try await admin.call(API.notifyOfItem, "8", body: ItemNotificationRequest())
            #expect(await journey.tablet.shows(.newItem) != nil)
            #expect(await journey.tablet.screen.notifications.map(\.payload.itemID) == ["8"])
        }
    }

    @Test("Snooze shows the notification again after fifteen minutes")
    func snooze() async throws {
        try await ItemJourney.run { journey in
            try await Self.put(journey.admin, "7", for: ["ada"])
            try await journey.admin.call(API.notifyOfItem, "7", body: ItemNotificationRequest(type: .reminder))
            let shown = try #require(await journey.phone.shows(.reminder))
            try await journey.phone.press(.snooze, on: shown)
            #expect(await journey.phone.isClear())
            journey.advance(by: .seconds(899))
            #expect(await journey.phone.screen.notifications.isEmpty)
            journey.advance(by: .seconds(1))
            let again = try #require(await journey.phone.shows(.reminder))
            #expect(again.payload.itemID == "7")
        }
    }

    @Test("A reminder arrives at its time, not before")
    func remind() async throws {
        try await ItemJourney.run { journey in
            try await Self.put(journey.admin, "7", for: ["ada", "ben"])
            try await journey.admin.call(
                API.remindOfItem, "7", body: ItemReminderRequest(in: 60, users: ["ben"], title: "Now"))
            journey.advance(by: .seconds(60))
            let shown = try #require(await journey.bens.shows(.reminder, titled: "Now"))
            #expect(shown.payload.itemID == "7")
            #expect(await journey.phone.screen.notifications.isEmpty)
        }
    }

    @Test("A reply from the notification arrives at the sender")
    func reply() async throws {
        try await ItemJourney.run { journey in
            let message = try await journey.admin.call(
                API.sendMessage, body: MessageRequest(to: "ada", text: "Are you coming?", from: "ben", title: "Ben"))
            let shown = try #require(await journey.phone.shows(.message, titled: "Ben"))
            try await journey.phone.press(.reply, on: shown, text: "On my way")
            let answer = try #require(await journey.bens.shows(.message))
            #expect(answer.payload.aps.alert?.title == "ada")
            #expect(answer.payload.aps.alert?.body == "On my way")
            let messages = try await journey.admin.call(API.listMessages, query: ["user": "ben"]).items
            #expect(messages.map(\.text) == ["On my way", "Are you coming?"])
            #expect(messages.first?.replyTo == message.id)
            #expect(await journey.tablet.isClear())
        }
    }

    @Test("A silent push syncs a new item without showing it, and a deleted item is removed from the screen")
    func sync() async throws {
        try await ItemJourney.run { journey in
            let admin = journey.admin
            try await Self.put(admin, "old", for: ["ada"])
            #expect(await journey.sync(journey.phone) == .newData)
            try await Self.put(admin, "new", for: ["ada"])
            try await admin.call(API.notifyOfItem, "new", body: ItemNotificationRequest(isSilent: true))
            let result = await journey.sync(journey.phone)
            #expect(result == .newData || result == .noData)
            #expect(await journey.phone.screen.notifications.isEmpty)
            try await admin.call(API.notifyOfItem, "new", body: ItemNotificationRequest(title: "From the server"))
            let shown = try #require(await journey.phone.shows(.newItem, titled: "From the server"))
            #expect(shown.id == LocalID.change(item: "new").description)
            #expect(await journey.phone.screen.notifications.count == 1)
            try await admin.call(API.deleteItem, "new")
            #expect(await journey.phone.isClear())
        }
    }
}
