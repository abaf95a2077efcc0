import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Payload renderer")
struct PayloadRendererTests {
    private let payloads = PayloadRenderer()

    @Test("An ask's payload has all fields that an answer needs, and the badge")
    func show() throws {
        let delivery = ClaimedDelivery.ask()
        let bytes = try payloads.show(delivery.notification, ask: delivery.ask, badge: 3, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["requestId"]?.string == delivery.ask?.id.description)
        #expect(payload["aps"]?["badge"]?.integer == 3)
    }

    @Test("A push contains the digest of an ask and never its nonce", arguments: PayloadFormat.allCases)
    func nonce(form: PayloadFormat) throws {
        let request = AskRequest.approval().bound(to: "nonce-of-this-ask")
        let ask = Ask(request, by: .agent(), at: .test)
        let bytes = try payloads.show(UserNotification(of: ask), ask: ask, badge: 1, as: form).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(ask.request.inputDigest) && !text.contains("nonce-of-this-ask"))
    }

    @Test("An ask is cleared without showing anything")
    func clear() throws {
        let delivery = ClaimedDelivery.ask(.clear, resolution: Resolution(state: .expired, at: .test))
        let bytes = try payloads.clear(delivery.notification, ask: delivery.ask, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["clearApprovalId"]?.string == delivery.ask?.id.description)
        #expect(payload["reason"]?.string == "expired")
        #expect(payload["aps"] == ["content-available": 1])
    }

    @Test("Clearing a snoozed ask does not report it as ended")
    func clearSnoozed() throws {
        var delivery = ClaimedDelivery.ask(.clear)
        delivery.notification.snoozedUntil = .test + .seconds(600)
        let bytes = try payloads.clear(delivery.notification, ask: delivery.ask, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["clearApprovalId"] == nil)
        #expect(payload["notificationId"]?.string == delivery.notification.id.description)
    }

    @Test("A notification without an ask is cleared by its own id")
    func clearNotice() throws {
        let delivery = ClaimedDelivery.notice(.clear, readAt: .test)
        let bytes = try payloads.clear(delivery.notification, ask: nil, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["notificationId"]?.string == delivery.notification.id.description)
        #expect(payload["type"]?.string == "clear")
        #expect(payload["aps"] == ["content-available": 1])
    }

    @Test("An ask in an app's own category interrupts as well")
    func ownCategory() {
        let own = CategoryID("com.example.DEPLOY")
        #expect(ClaimedDelivery.ask(category: own).notification.interruption == .timeSensitive)
        #expect(ClaimedDelivery.notice(category: own).notification.interruption == .active)
    }

    @Test("The longest accepted texts fit into a push of every format", arguments: PayloadFormat.allCases)
    func longest(_ form: PayloadFormat) throws {
        var request = AskRequest.approval(title: String(repeating: "👩‍👩‍👧‍👦", count: 200))
        request.content.body = String(repeating: "\u{1}𝄞", count: 2000)
        request.content.toolName = String(repeating: "é", count: 200)
        request.category = CategoryID(String(repeating: "c", count: 64))
        try AskRules.check(request)
        let ask = Ask(request, by: .agent(), at: .test)
        #expect(try payloads.show(UserNotification(of: ask), ask: ask, badge: 9999, as: form).bytes.count <= 4096)

        let notice = NotificationRequest(
            title: String(repeating: "\"", count: 200), subtitle: String(repeating: "\\", count: 200),
            body: String(repeating: "漢", count: 4000), category: CategoryID(String(repeating: "\"", count: 64)),
            sessionID: SessionID(String(repeating: "\"", count: 128)), thread: String(repeating: "\"", count: 128),
            deepLink: String(repeating: "\"", count: 1024))
        try NotificationRules.check(notice)
        let notification = UserNotification(notice, by: .agent(), at: .test)
        #expect(try payloads.show(notification, ask: nil, badge: 9999, as: form).bytes.count <= 4096)
    }
}
