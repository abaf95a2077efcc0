import BellhopModel
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Standard payloads")
struct StandardPayloadsTests {
    private let payloads = PayloadRenderer()

    @Test("An ask is shown with what an answer needs, and the badge")
    func show() throws {
        let delivery = ClaimedDelivery.ask()
        let bytes = try payloads.show(delivery.notification, ask: delivery.ask, badge: 3, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["requestId"]?.string == delivery.ask?.id.description)
        #expect(payload["aps"]?["badge"]?.integer == 3)
    }

    @Test("A push has the digest of an ask in it and never its nonce", arguments: PayloadForm.allCases)
    func nonce(form: PayloadForm) throws {
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

    @Test("A snoozed ask is taken off without being called ended")
    func clearSnoozed() throws {
        var delivery = ClaimedDelivery.ask(.clear)
        delivery.notification.snoozedUntil = .test + .seconds(600)
        let bytes = try payloads.clear(delivery.notification, ask: delivery.ask, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["clearApprovalId"] == nil)
        #expect(payload["notificationId"]?.string == delivery.notification.id.description)
    }

    @Test("A notification that asks nothing is cleared by its own id")
    func clearNotice() throws {
        let delivery = ClaimedDelivery.notice(.clear, readAt: .test)
        let bytes = try payloads.clear(delivery.notification, ask: nil, as: .apple).bytes
        let payload = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        #expect(payload["notificationId"]?.string == delivery.notification.id.description)
        #expect(payload["type"]?.string == "clear")
        #expect(payload["aps"] == ["content-available": 1])
    }

    @Test("An ask in a category of an app's own interrupts all the same")
    func ownCategory() {
        let own = CategoryID("com.example.DEPLOY")
        #expect(ClaimedDelivery.ask(category: own).notification.interruption == .timeSensitive)
        #expect(ClaimedDelivery.notice(category: own).notification.interruption == .active)
    }

    @Test("The longest things that are taken fit into a push of every form", arguments: PayloadForm.allCases)
    func longest(_ form: PayloadForm) throws {
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
