import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopDelivery

@Suite("Writing pushes")
struct PushWriterTests {
    @Test("A push that shows an ask")
    func show() throws {
        var writer = PushWriter(StandardPayloads())
        let phone = TestPhone(environment: .sandbox)
        let delivery = ClaimedDelivery.ask(to: phone)
        let push = try writer.push(for: delivery)
        let ask = try #require(delivery.ask)
        #expect(push.id == delivery.id)
        #expect(push.token == phone.device.token)
        #expect(push.environment == .sandbox)
        #expect(push.app == "dev.bellhop.app")
        #expect(push.kind == .alert)
        #expect(push.urgency == .immediate)
        #expect(push.expiration == .at(ask.deadline))
        #expect(push.collapseID == "ask-\(ask.id)")
    }

    @Test("A push that clears an ask is silent, not urgent, and replaces the one that showed it")
    func clear() throws {
        var writer = PushWriter(StandardPayloads())
        let delivery = ClaimedDelivery.ask(.clear, resolution: Resolution(state: .withdrawn, at: .test))
        let push = try writer.push(for: delivery)
        let ask = try #require(delivery.ask)
        #expect(push.kind == .background)
        #expect(push.urgency == .considerate)
        #expect(push.expiration == .at(.test + .seconds(86_400)))
        #expect(push.collapseID == "ask-\(ask.id)")
    }

    @Test(
        "A notification collapses on its own id, and is as urgent as its category",
        arguments: [
            (CategoryID.taskComplete, Urgency.immediate), (.sessionStatus, .considerate), (CategoryID("x"), .immediate),
        ])
    func notice(category: CategoryID, urgency: Urgency) throws {
        var writer = PushWriter(StandardPayloads())
        let delivery = ClaimedDelivery.notice(category: category)
        let push = try writer.push(for: delivery)
        #expect(push.collapseID == delivery.notification.id.description)
        #expect(push.urgency == urgency)
    }

    @Test(
        "A summary is heard once, then changed without a noise and counted down in the background, under one id",
        arguments: [
            (DeliveryPurpose.show, PushKind.alert, Urgency.immediate), (.update, .alert, .considerate),
            (.clear, .background, .considerate),
        ])
    func summary(_ purpose: DeliveryPurpose, _ kind: PushKind, _ urgency: Urgency) throws {
        var writer = PushWriter(StandardPayloads())
        let delivery = ClaimedDelivery.summary(purpose)
        let push = try writer.push(for: delivery)
        #expect(push.kind == kind)
        #expect(push.urgency == urgency)
        #expect(push.collapseID == "summary-\(delivery.notification.id)")
        let end = Timestamp.test + .seconds(900)
        #expect(push.expiration == .at(purpose == .clear ? end + .seconds(86_400) : end))
        let payload = try PushPayload(bytes: push.payload)
        #expect(payload.summaryCount == 17)
        #expect(payload.aps.badge == (purpose == .clear ? nil : 20))
        #expect(payload.aps.sound == (purpose == .show ? .default : nil))
        #expect(PayloadLint().report(on: push.payload).findings.isEmpty)
    }

    @Test("A summary is sent although the notification that it begins with was read")
    func summaryOfRead() {
        var delivery = ClaimedDelivery.summary(.show)
        delivery.notification.readAt = .test
        #expect(delivery.objection(at: .test + .seconds(600)) == nil)
        #expect(delivery.objection(at: .test + .seconds(900)) == "expired")
    }

    @Test("Deliveries of one notification share its payload, as long as the badge is the same")
    func shared() throws {
        let payloads = CountingPayloads()
        var writer = PushWriter(payloads)
        let one = ClaimedDelivery.ask()
        var elsewhere = one
        elsewhere.id = .make(at: .test)
        elsewhere.device = TestPhone("iPad").device
        var otherBadge = one
        otherBadge.badge = 2
        for delivery in [one, elsewhere, otherBadge, elsewhere] { _ = try writer.push(for: delivery) }
        #expect(payloads.written.count == 2)
    }
}

private final class CountingPayloads: PayloadRendering {
    let written = Tally()

    func show(_ notification: UserNotification, ask: Ask?, badge: Int) -> [UInt8] {
        written.add()
        return []
    }
    func clear(_ notification: UserNotification, ask: Ask?) -> [UInt8] { [] }
    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool) -> [UInt8] { [] }
    func recount(_ summary: NotificationSummary) -> [UInt8] { [] }
    func interruption(of notification: UserNotification) -> InterruptionLevel { .active }
}
