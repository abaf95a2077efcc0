import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Writing pushes")
struct PushWriterTests {
    @Test("A push that shows an ask")
    func show() throws {
        var writer = PushWriter(PayloadRenderer())
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
        var writer = PushWriter(PayloadRenderer())
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
        var writer = PushWriter(PayloadRenderer())
        let delivery = ClaimedDelivery.notice(category: category)
        let push = try writer.push(for: delivery)
        #expect(push.collapseID == delivery.notification.id.description)
        #expect(push.urgency == urgency)
    }

    @Test(
        "Payload and priority go by one interruption level, the sender's over the category's, for APNs and for FCM",
        arguments: [
            (CategoryID.sessionStatus, InterruptionLevel.timeSensitive, Urgency.immediate),
            (.sessionStatus, .active, .immediate), (.taskComplete, .passive, .considerate),
            (CategoryID("x"), .passive, .considerate),
        ], [Platform.ios, .android])
    func interruption(_ wish: (CategoryID, InterruptionLevel, Urgency), _ platform: Platform) throws {
        let (category, level, urgency) = wish
        var writer = PushWriter(PayloadRenderer())
        var delivery = ClaimedDelivery.notice(category: category)
        delivery.device = TestPhone(platform: platform).device
        delivery.notification.options = NotificationOptions(interruptionLevel: level)
        let push = try writer.push(for: delivery)
        #expect(push.urgency == urgency)
        // Android's system shows it by its channel, and knows no level.
        guard platform == .ios else { return }
        let payload = try PushPayload(bytes: push.payload)
        #expect(payload.aps.interruptionLevel == level)
    }

    @Test("A priority that the sender gave stands over the interruption level")
    func priority() throws {
        var writer = PushWriter(PayloadRenderer())
        var delivery = ClaimedDelivery.notice(category: .sessionStatus)
        delivery.notification.options = NotificationOptions(interruptionLevel: .passive, priority: .high)
        let push = try writer.push(for: delivery)
        #expect(push.urgency == .immediate)
    }

    @Test(
        "A summary is heard once, then changed without a noise and counted down in the background, under one id",
        arguments: [
            (DeliveryPurpose.show, PushKind.alert, Urgency.immediate), (.update, .alert, .considerate),
            (.clear, .background, .considerate),
        ])
    func summary(_ purpose: DeliveryPurpose, _ kind: PushKind, _ urgency: Urgency) throws {
        var writer = PushWriter(PayloadRenderer())
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

    @Test("An ask for Android is urgent data, which nothing takes the place of; so is what clears it, without haste")
    func androidAsk() throws {
        var writer = PushWriter(PayloadRenderer())
        let phone = TestPhone("Pixel", platform: .android)
        let push = try writer.push(for: .ask(to: phone))
        #expect(push.urgency == .immediate && push.collapseID == nil)
        let message = try CanonicalJSON.decode(JSONValue.self, from: push.payload)
        #expect(message["notification"] == nil && message["data"]?["title"]?.string == "Run a command")

        let clear = try writer.push(for: .ask(.clear, to: phone))
        #expect(clear.urgency == .considerate && clear.collapseID == nil)
        let cleared = try CanonicalJSON.decode(JSONValue.self, from: clear.payload)
        #expect(cleared["data"]?["tag"]?.string?.hasPrefix("ask-") == true)
    }

    @Test("A notification for Android is shown by the system, under the id on which it collapses")
    func androidNotice() throws {
        var writer = PushWriter(PayloadRenderer())
        var delivery = ClaimedDelivery.notice()
        delivery.device = TestPhone("Pixel", platform: .android).device
        let push = try writer.push(for: delivery)
        #expect(push.collapseID == delivery.notification.id.description)
        let message = try CanonicalJSON.decode(JSONValue.self, from: push.payload)
        #expect(message["notification"]?["tag"]?.string == push.collapseID)
        #expect(message["notification"]?["channel_id"]?.string == "TASK_COMPLETE")
    }

    @Test("A payload is written once for each family of platforms")
    func families() throws {
        let payloads = CountingPayloads()
        var writer = PushWriter(payloads)
        var delivery = ClaimedDelivery.ask()
        for platform in [Platform.ios, .android, .macos, .android] {
            delivery.device = TestPhone(platform: platform).device
            _ = try writer.push(for: delivery)
        }
        #expect(payloads.written.count == 2)
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
        func delivery(_ user: UserID, badge: Int = 1, _ platform: Platform = .ios) -> ClaimedDelivery {
            var delivery = ClaimedDelivery.notice()
            delivery.device = TestPhone(of: user, platform: platform).device
            delivery.badge = badge
            delivery.notification = UserNotification(
                id: .make(at: .test), userID: user, category: .update, campaignID: campaign, title: "T", body: "B",
                createdAt: .test, expiresAt: .test + .seconds(300))
            return delivery
        }
        let deliveries = [delivery("ada"), delivery("bob"), delivery("eve", badge: 2), delivery("zoe", .android)]
        let counting = CountingPayloads()
        var counter = PushWriter(counting)
        for delivery in deliveries { _ = try counter.push(for: delivery) }
        #expect(counting.written.count == 3)
        var writer = PushWriter(PayloadRenderer())
        for delivery in deliveries + [delivery("max", .android)] {
            let form = PayloadForm(delivery.device.platform)
            let alone = try PayloadRenderer().show(
                delivery.notification, ask: nil, badge: delivery.badge, as: form)
            let push = try writer.push(for: delivery)
            #expect(push.payload == alone.bytes)
            #expect(push.collapseID == delivery.notification.id.description)
        }
    }
}

private final class CountingPayloads: PayloadRendering {
    let written = Tally()

    func show(_ notification: UserNotification, ask: Ask?, badge: Int, as form: PayloadForm) -> RenderedPayload {
        written.add()
        return RenderedPayload(bytes: [], collapses: true)
    }
    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadForm) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadForm) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
    func recount(_ summary: NotificationSummary, as form: PayloadForm) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
}
