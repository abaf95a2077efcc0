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

    @Test("Deliveries of one campaign share its payload but for the notification's id")
    func campaign() throws {
        let campaign = CampaignID.make(at: .test)
        func delivery(_ user: UserID, badge: Int = 1) -> ClaimedDelivery {
            var delivery = ClaimedDelivery.notice()
            delivery.badge = badge
            delivery.notification = UserNotification(
                id: .make(at: .test), userID: user, category: .update, campaignID: campaign, title: "T", body: "B",
                createdAt: .test, expiresAt: .test + .seconds(300))
            return delivery
        }
        let deliveries = [delivery("ada"), delivery("bob"), delivery("eve", badge: 2), delivery("zoe")]
        let counting = CountingPayloads()
        var counter = PushWriter(counting)
        for delivery in deliveries { _ = try counter.push(for: delivery) }
        #expect(counting.written.count == 2)
        var writer = PushWriter(StandardPayloads())
        for delivery in deliveries {
            let alone = try StandardPayloads().show(delivery.notification, ask: nil, badge: delivery.badge)
            #expect(try writer.push(for: delivery).payload == alone)
        }
    }
}

private final class CountingPayloads: PayloadRendering {
    let written = Tally()

    func show(_ notification: UserNotification, ask: Ask?, badge: Int) -> [UInt8] {
        written.add()
        return []
    }
    func clear(_ notification: UserNotification, ask: Ask?) -> [UInt8] { [] }
    func interruption(of notification: UserNotification) -> InterruptionLevel { .active }
}
