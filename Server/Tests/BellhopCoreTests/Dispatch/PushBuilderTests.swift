import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Building pushes")
struct PushBuilderTests {
    @Test("A push shows an ask")
    func show() throws {
        var builder = PushBuilder(PayloadRenderer())
        let phone = TestPhone(environment: .sandbox)
        let delivery = ClaimedDelivery.ask(to: phone)
        let push = try builder.push(for: delivery)
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

    @Test("A clearing push is silent, not urgent, and replaces the push that showed the ask")
    func clear() throws {
        var builder = PushBuilder(PayloadRenderer())
        let delivery = ClaimedDelivery.ask(.clear, resolution: Resolution(state: .withdrawn, at: .test))
        let push = try builder.push(for: delivery)
        let ask = try #require(delivery.ask)
        #expect(push.kind == .background)
        #expect(push.urgency == .considerate)
        #expect(push.expiration == .at(.test + .seconds(86_400)))
        #expect(push.collapseID == "ask-\(ask.id)")
    }

    @Test(
        "A notification collapses on its own id, and has the urgency of its category",
        arguments: [
            (CategoryID.taskComplete, Urgency.immediate), (.sessionStatus, .considerate), (CategoryID("x"), .immediate),
        ])
    func notice(category: CategoryID, urgency: Urgency) throws {
        var builder = PushBuilder(PayloadRenderer())
        let delivery = ClaimedDelivery.notice(category: category)
        let push = try builder.push(for: delivery)
        #expect(push.collapseID == delivery.notification.id.description)
        #expect(push.urgency == urgency)
    }

    @Test(
        "Payload and priority follow one interruption level, the sender's before the category's, for APNs and FCM",
        arguments: [
            (CategoryID.sessionStatus, InterruptionLevel.timeSensitive, Urgency.immediate),
            (.sessionStatus, .active, .immediate), (.taskComplete, .passive, .considerate),
            (CategoryID("x"), .passive, .considerate),
        ], [Platform.ios, .android])
    func interruption(_ wish: (CategoryID, InterruptionLevel, Urgency), _ platform: Platform) throws {
        let (category, level, urgency) = wish
        var builder = PushBuilder(PayloadRenderer())
        var delivery = ClaimedDelivery.notice(category: category)
        delivery.device = TestPhone(platform: platform).device
        delivery.notification.options = NotificationOptions(interruptionLevel: level)
        let push = try builder.push(for: delivery)
        #expect(push.urgency == urgency)
        // Android displays it by its channel, without an interruption level.
        guard platform == .ios else { return }
        let payload = try PushPayload(bytes: push.payload)
        #expect(payload.aps.interruptionLevel == level)
    }

    @Test("The sender's priority overrides the interruption level")
    func priority() throws {
        var builder = PushBuilder(PayloadRenderer())
        var delivery = ClaimedDelivery.notice(category: .sessionStatus)
        delivery.notification.options = NotificationOptions(interruptionLevel: .passive, priority: .high)
        let push = try builder.push(for: delivery)
        #expect(push.urgency == .immediate)
    }

    @Test(
        "A summary sounds once, is then updated silently and lowered in the background, under one id",
        arguments: [
            (DeliveryPurpose.show, PushKind.alert, Urgency.immediate), (.update, .alert, .considerate),
            (.clear, .background, .considerate),
        ])
    func summary(_ purpose: DeliveryPurpose, _ kind: PushKind, _ urgency: Urgency) throws {
        var builder = PushBuilder(PayloadRenderer())
        let delivery = ClaimedDelivery.summary(purpose)
        let push = try builder.push(for: delivery)
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

    @Test("A summary is sent although its first notification was read")
    func summaryOfRead() {
        var delivery = ClaimedDelivery.summary(.show)
        delivery.notification.readAt = .test
        #expect(delivery.skipReason(at: .test + .seconds(600)) == nil)
        #expect(delivery.skipReason(at: .test + .seconds(900)) == "expired")
    }

    @Test("An ask for Android is urgent non-collapsible data; its clearing push is not urgent")
    func androidAsk() throws {
        var builder = PushBuilder(PayloadRenderer())
        let phone = TestPhone("Pixel", platform: .android)
        let push = try builder.push(for: .ask(to: phone))
        #expect(push.urgency == .immediate && push.collapseID == nil)
        let message = try CanonicalJSON.decode(JSONValue.self, from: push.payload)
        #expect(message["notification"] == nil && message["data"]?["title"]?.string == "Run a command")

        let clear = try builder.push(for: .ask(.clear, to: phone))
        #expect(clear.urgency == .considerate && clear.collapseID == nil)
        let cleared = try CanonicalJSON.decode(JSONValue.self, from: clear.payload)
        #expect(cleared["data"]?["tag"]?.string?.hasPrefix("ask-") == true)
    }

    @Test("Android's system displays a notification, under its collapse id")
    func androidNotice() throws {
        var builder = PushBuilder(PayloadRenderer())
        var delivery = ClaimedDelivery.notice()
        delivery.device = TestPhone("Pixel", platform: .android).device
        let push = try builder.push(for: delivery)
        #expect(push.collapseID == delivery.notification.id.description)
        let message = try CanonicalJSON.decode(JSONValue.self, from: push.payload)
        #expect(message["notification"]?["tag"]?.string == push.collapseID)
        #expect(message["notification"]?["channel_id"]?.string == "TASK_COMPLETE")
    }

    @Test("A payload is rendered once per format")
    func families() throws {
        let payloads = CountingPayloads()
        var builder = PushBuilder(payloads)
        var delivery = ClaimedDelivery.ask()
        for platform in [Platform.ios, .android, .macos, .android] {
            delivery.device = TestPhone(platform: platform).device
            _ = try builder.push(for: delivery)
        }
        #expect(payloads.written.count == 2)
    }

    @Test("Deliveries of one notification share its payload when the badge is the same")
    func shared() throws {
        let payloads = CountingPayloads()
        var builder = PushBuilder(payloads)
        let one = ClaimedDelivery.ask()
        var elsewhere = one
        elsewhere.id = .make(at: .test)
        elsewhere.device = TestPhone("iPad").device
        var otherBadge = one
        otherBadge.badge = 2
        for delivery in [one, elsewhere, otherBadge, elsewhere] { _ = try builder.push(for: delivery) }
        #expect(payloads.written.count == 2)
    }

    @Test("Deliveries of one campaign with different texts have their own payloads")
    func texts() throws {
        let campaign = CampaignID.make(at: .test)
        let texts = [
            ("T", nil, "B", nil), ("T", nil, "C", nil), ("U", nil, "B", nil), ("T", "S", "B", nil),
            ("T", nil, "B", "x://y"),
        ]
        var builder = PushBuilder(PayloadRenderer())
        for (title, subtitle, body, link) in texts + texts {
            var delivery = ClaimedDelivery.notice()
            delivery.notification = UserNotification(
                id: .make(at: .test), userID: "ada", category: .update, campaignID: campaign, title: title,
                subtitle: subtitle, body: body, deepLink: link, createdAt: .test, expiresAt: .test + .seconds(300))
            let alone = try PayloadRenderer().show(
                delivery.notification, ask: nil, badge: delivery.badge, as: .apple)
            #expect(try builder.push(for: delivery).payload == alone.bytes)
        }
    }

    @Test("Deliveries of one campaign share its payload except for the notification's id")
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
        var counter = PushBuilder(counting)
        for delivery in deliveries { _ = try counter.push(for: delivery) }
        #expect(counting.written.count == 3)
        var builder = PushBuilder(PayloadRenderer())
        for delivery in deliveries + [delivery("max", .android)] {
            let form = PayloadFormat(delivery.device.platform)
            let alone = try PayloadRenderer().show(
                delivery.notification, ask: nil, badge: delivery.badge, as: form)
            let push = try builder.push(for: delivery)
            #expect(push.payload == alone.bytes)
            #expect(push.collapseID == delivery.notification.id.description)
        }
    }
}

private final class CountingPayloads: PayloadRendering {
    let written = Tally()

    func show(_ notification: UserNotification, ask: Ask?, badge: Int?, as form: PayloadFormat) -> RenderedPayload {
        written.add()
        return RenderedPayload(bytes: [], collapses: true)
    }
    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadFormat) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadFormat) -> RenderedPayload
    {
        RenderedPayload(bytes: [], collapses: true)
    }
    func recount(_ summary: NotificationSummary, as form: PayloadFormat) -> RenderedPayload {
        RenderedPayload(bytes: [], collapses: true)
    }
}
