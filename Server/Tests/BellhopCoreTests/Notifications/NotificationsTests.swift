import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Notifications", .timeLimit(.minutes(10)))
struct NotificationsTests {
    private let bench = EngineBench()

    private func send(
        _ request: NotificationRequest = NotificationRequest(title: "Done", body: "All tests pass"),
        by key: KeyRecord = .agent()
    ) async throws -> UserNotification {
        let acceptance = try await bench.notifications.send(request, by: key, recorder: nil)
        guard case .accepted(let notification) = acceptance else { throw StoreUnavailable("repeated") }
        return notification
    }

    @Test("A sent notification is stored with a delivery per device, and published to connected clients")
    func sent() async throws {
        let phone = try await bench.phone()
        let events = bench.hub.subscribe("ada")
        let notification = try await send()
        bench.hub.finish()
        #expect(notification.category.rawValue == "SESSION_STATUS")
        #expect(notification.expiresAt == bench.time.now + .seconds(86_400))
        #expect(try await bench.store.notification(notification.id) == notification)
        #expect(bench.database.deliveries.map(\.deviceID) == [phone.device.id])
        #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationCreated(notification), .badge(1)])
    }

    @Test("The request's fields are stored; the thread is the session by default")
    func fields() async throws {
        let request = NotificationRequest(
            title: "T", subtitle: "S", body: "B", category: CategoryID("TASK_ERROR"), sessionID: "s-1",
            deepLink: "bellhop://x", expiresIn: 60)
        let notification = try await send(request, by: .admin())
        #expect(notification.subtitle == "S")
        #expect(notification.thread == "s-1")
        #expect(notification.deepLink == "bellhop://x")
        #expect(notification.expiresAt == bench.time.now + .seconds(60))
        var own = request
        own.thread = "builds"
        #expect(try await send(own).thread == "builds")
    }

    @Test("A repeated request stores nothing")
    func repeated() async throws {
        let agent = KeyRecord.agent()
        let remember: @Sendable (UserNotification) throws -> IdempotencyRecord = {
            IdempotencyRecord(
                scope: agent.id, key: "k", requestDigest: [1], status: 201, body: [], createdAt: $0.createdAt)
        }
        let request = NotificationRequest(title: "T", body: "B")
        _ = try await bench.notifications.send(request, by: agent, recorder: remember)
        guard case .repeated = try await bench.notifications.send(request, by: agent, recorder: remember) else {
            Issue.record("not recognised")
            return
        }
        #expect(try await bench.notifications.history(HistoryRequest(limit: 9), for: agent).items.count == 1)
    }

    @Test(
        "A blank title and the categories of asks are rejected",
        arguments: [
            NotificationRequest(title: "", body: "B"),
            NotificationRequest(title: "T", body: "B", category: .approvalRequest),
            NotificationRequest(title: "T", body: "B", category: .questionAsked),
        ])
    func refused(request: NotificationRequest) async {
        await expectRefusal(.invalidRequest) { try await send(request) }
    }

    @Test("A device's key cannot send notifications")
    func roles() async {
        await expectRefusal(.forbidden) { try await send(by: TestPhone().key) }
    }

    @Test("The history is the user's own, newest first, in pages")
    func history() async throws {
        var sent: [NotificationID] = []
        for _ in 0..<3 {
            sent.append(try await send().id)
            bench.time.advance(by: .seconds(1))
        }
        _ = try await send(by: .agent(of: "bob"))
        let notifications = bench.notifications
        let page = try await notifications.history(HistoryRequest(limit: 2), for: .agent())
        #expect(page.items.map(\.id) == [sent[2], sent[1]])
        #expect(page.unread == 3)
        #expect(page.number == PageNumber(page: 1, limit: 2, total: 3))
        let rest = try await notifications.history(HistoryRequest(before: sent[1], limit: 2), for: .agent())
        #expect(rest.items.map(\.id) == [sent[0]])
        #expect(rest.number == nil)
        var others = HistoryRequest()
        others.user = "bob"
        #expect(try await notifications.history(others, for: .admin()).items.count == 1)
        await expectRefusal(.forbidden) { try await notifications.history(others, for: .agent()) }
    }

    @Test("The timeline lists the events, for its user only")
    func timeline() async throws {
        let notification = try await send()
        let timeline = try await bench.notifications.timeline(notification.id, for: .agent())
        #expect(timeline.notification == notification)
        #expect(timeline.timeline.map(\.step) == [.accepted])
        await expectRefusal(.forbidden) {
            try await bench.notifications.timeline(notification.id, for: .agent(of: "bob"))
        }
        await expectRefusal(.notFound) {
            try await bench.notifications.timeline(.make(at: bench.time.now), for: .agent())
        }
    }

    @Test("Reading publishes one event to connected clients")
    func read() async throws {
        let phone = try await bench.phone()
        let notification = try await send()
        let events = bench.hub.subscribe("ada")
        try await bench.notifications.markRead(notification.id, by: phone.key)
        try await bench.notifications.markRead(notification.id, by: phone.key)
        bench.hub.finish()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationRead(notification.id), .badge(0)])
        #expect(try await bench.store.notification(notification.id)?.readAt == bench.time.now)
    }

    @Test("A pending ask stays unread after it was opened")
    func readAsk() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        let id = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first?.id)
        try await bench.notifications.markRead(id, by: phone.key)
        #expect(try await bench.store.notification(id)?.readAt == nil)
        #expect(try await bench.store.ask(ask.id)?.state == .pending)
    }

    @Test("Only a device of the user marks a notification as read")
    func readRefused() async throws {
        let notification = try await send()
        let notifications = bench.notifications
        await expectRefusal(.forbidden) { try await notifications.markRead(notification.id, by: .agent()) }
        await expectRefusal(.forbidden) {
            try await notifications.markRead(notification.id, by: TestPhone(of: "bob").key)
        }
        await expectRefusal(.notFound) {
            try await notifications.markRead(.make(at: bench.time.now), by: TestPhone().key)
        }
    }
}
