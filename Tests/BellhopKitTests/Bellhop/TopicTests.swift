import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Topic subscriptions")
struct TopicTests {
    @Test("Subscribing to or unsubscribing from a topic or item twice changes nothing")
    func subscribes() async throws {
        let phone = try await TestPhone.paired()
        for topic in ["news", "a/1", "news"] as [TopicID] {
            #expect(await phone.bellhop.subscribe(to: topic) == .done)
        }
        guard case .items(let topics, isLast: true) = await phone.bellhop.topics() else {
            Issue.record("no list")
            return
        }
        #expect(topics.map(\.id) == ["a/1", "news"])
        for _ in 0..<2 { #expect(await phone.bellhop.unsubscribe(from: "a/1") == .done) }
        #expect(await phone.server.subscriptions == ["news"])
    }

    @Test("A long list of topics is read page by page")
    func pages() async throws {
        let phone = try await TestPhone.paired()
        for number in 100..<220 { _ = await phone.bellhop.subscribe(to: try #require(TopicID("t \(number)"))) }
        guard case .items(let first, isLast: false) = await phone.bellhop.topics(),
            case .items(let rest, isLast: true) = await phone.bellhop.topics(after: first.last?.id)
        else {
            Issue.record("no two pages")
            return
        }
        #expect((first + rest).map(\.id.description) == (100..<220).map { "t \($0)" })
    }

    @Test("Without a server nothing changes, and a refusal has a reason")
    func fails() async throws {
        #expect(await TestPhone().bellhop.subscribe(to: "news") == .unavailable)
        let phone = try await TestPhone.paired()
        await phone.server.setDown(true)
        #expect(await phone.bellhop.subscribe(to: "news") == .unavailable)
        #expect(await phone.bellhop.topics() == .unavailable)
        await phone.server.setDown(false)
        await phone.server.fail(next: .response(.error(.forbidden)))
        #expect(await phone.bellhop.unsubscribe(from: "news") == .refused(message: APIErrorCode.forbidden.meaning))
    }
}

@Suite("Clear All and signing out")
struct ClearAllTests {
    @Test("Clear All removes Bellhop's notifications, sets the badge to zero and notifies the server")
    func clearAll() async throws {
        let phone = try await TestPhone.paired()
        _ = await phone.show(Fixture.ask())
        #expect(await phone.bellhop.clearAll() == .done)
        #expect(await phone.center.delivered().isEmpty)
        #expect(await phone.center.badge == 0)
        #expect(await phone.server.readEverything == 1)
    }

    @Test("Clear All without a network marks the shown notifications as read later")
    func offline() async throws {
        let phone = try await TestPhone.paired()
        let id = NotificationID(high: 1, low: 7)
        var payload = PushPayload(type: .complete)
        payload.notificationID = id
        payload.aps.alert = PushAlert(title: "Done")
        try await phone.center.deliver(LocalNotification(id: "n", payload: payload))
        await phone.server.setDown(true)
        #expect(await phone.bellhop.clearAll() == .unavailable)
        #expect(await phone.center.delivered().isEmpty)
        await phone.server.setDown(false)
        await phone.bellhop.sendWaiting()
        #expect(await phone.server.read == [id])
    }

    @Test("Signing out unregisters the app for pushes; pairing registers it and waits for a new token")
    func pushes() async throws {
        let phone = TestPhone()
        try await phone.pair(with: Fixture.user)
        #expect(await phone.pushes.calls.isEmpty)
        try await phone.bellhop.leave()
        #expect(await phone.pushes.calls == [false])
        await phone.server.addCode("again", for: Fixture.user)
        #expect(await phone.bellhop.pair(code: "again") == .waitingForToken)
        #expect(await phone.pushes.calls == [false, true])
        guard case .registered = await phone.bellhop.tokenArrived([4, 5, 6]) else {
            Issue.record("The device is not registered with its new token")
            return
        }
    }
}
