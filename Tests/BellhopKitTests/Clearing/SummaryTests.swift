import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Summaries")
struct SummaryTests {
    private static let id = NotificationID(high: 5, low: 5)
    private static let name = "summary-\(id)"

    private static func summary(
        _ count: Int, _ category: CategoryID = .approvalRequest, session: SessionID? = "session-1"
    ) -> NotificationSummary {
        NotificationSummary(
            id: id, category: category, sessionID: session, thread: session?.description, count: count,
            newest: "Run \(count)", source: "shop", expiresAt: Fixture.start + .seconds(600))
    }

    private func shown(_ summary: NotificationSummary) -> PushPayload {
        .summary(summary, badge: 20, isUpdate: false)
    }

    private func screen(_ phone: TestPhone) async -> [String] {
        await phone.center.delivered().map { "\($0.id) \($0.payload.aps.alert?.title ?? "")" }
    }

    @Test("A background push lowers the count of a summary silently, and removes it at zero")
    func recount() async throws {
        let phone = try await TestPhone.paired()
        await phone.receive(Fixture.ask(1))
        await phone.center.show(shown(Self.summary(17)), id: Self.name)

        #expect(await phone.bellhop.pushArrived(.recount(Self.summary(16))) == .newData)
        let now = try #require(await phone.center.delivered().first { $0.id == Self.name })
        #expect(now.payload.summaryCount == 16)
        #expect(now.payload.aps.alert == PushAlert(title: "16 approval requests for shop", body: "Run 16"))
        #expect(now.payload.aps.sound == nil)
        #expect(now.payload.aps.interruptionLevel == .passive)

        #expect(await phone.bellhop.pushArrived(.recount(Self.summary(1))) == .newData)
        #expect(await screen(phone).contains("\(Self.name) Permission required"))
        #expect(await phone.bellhop.pushArrived(.recount(Self.summary(0))) == .newData)
        #expect(await phone.center.ids == ["ask-\(Fixture.askID(1))"])
    }

    @Test("A summary that the user removed does not come back with a lower count")
    func removedByUser() async throws {
        let phone = try await TestPhone.paired()
        _ = await phone.bellhop.pushArrived(.recount(Self.summary(16)))
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("A summary that was read on another device is removed")
    func read() async throws {
        let phone = try await TestPhone.paired()
        let notification = Fixture.notification(3)
        await phone.center.show(PushPayload(notification, badge: 1), id: "a")
        var push = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        push.notificationID = notification.id
        #expect(await phone.bellhop.pushArrived(push) == .newData)
        #expect(await phone.center.ids.isEmpty)
    }

    @Test(
        "A tap on a summary opens its list and marks nothing as read",
        arguments: [
            (summary(17), Route.asks), (summary(2, .taskComplete), .session("session-1", .look)),
            (summary(2, .message, session: nil), .notifications),
        ])
    func tap(_ summary: NotificationSummary, _ route: Route) async throws {
        let phone = try await TestPhone.paired()
        let notification = await phone.center.show(shown(summary), id: Self.name)
        await phone.bellhop.responded(NotificationResponse(to: notification, .opened))
        for await opened in phone.bellhop.routes {
            #expect(opened.route == route)
            break
        }
        await phone.bellhop.sendWaiting()
        #expect(await phone.server.requests(to: API.readNotification).isEmpty)
    }

    @Test("In an open app a summary is listed, without a banner, a card or a haptic")
    func foreground() {
        let policy = ForegroundPolicy(for: IncomingNotification(shown(Self.summary(4))), isRepeated: false)
        #expect(policy.presentation == [.badge, .list])
        #expect(!policy.showsCard && policy.haptic == nil)
    }

    @Test("In an open app each push of a summary updates its count")
    func repeated() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.becameActive()
        for count in [4, 5, 5] {
            let push = await phone.center.show(shown(Self.summary(count)), id: Self.name)
            #expect(await phone.bellhop.notificationArrived(push) == [.badge, .list])
        }
    }

    @Test("A summary is in the user's language", arguments: [1, 3])
    func german(_ count: Int) {
        let content = Enrichment(strings: Strings(.german), now: Fixture.start).content(of: shown(Self.summary(count)))
        #expect(content.title.contains(count == 1 ? Strings(.german).categoryApprovalHidden : "für shop"))
        #expect(content.title.contains("3") == (count == 3))
        #expect(content.body == "Run \(count)")
        #expect(content.threadID == "session-1")
    }

    @Test("A summary of asks is stale when no ask of its session is open")
    func stale() {
        let ask = Fixture.ask(1)
        let summary = DeliveredNotification(
            id: Self.name, deliveredAt: Fixture.start, payload: shown(Self.summary(4, session: ask.sessionID)))
        let told = DeliveredNotification(
            id: "told", deliveredAt: Fixture.start, payload: shown(Self.summary(4, .taskComplete)))
        func ids(_ open: [Ask], isComplete: Bool = true) -> [String] {
            StaleNotifications.ids(in: [summary], notIn: open, isComplete: isComplete, at: Fixture.start)
        }
        #expect(ids([ask]).isEmpty)
        #expect(ids([]) == [Self.name])
        #expect(ids([], isComplete: false).isEmpty)
        #expect(StaleNotifications.ids(in: [told], notIn: [], isComplete: true, at: Fixture.start).isEmpty)
        #expect(StaleNotifications.idsOfBellhop(in: [summary]) == [Self.name])
    }
}
