import BellhopModel
import Testing

@Suite("Messages for browsers")
struct WebMessageTests {
    static let built: [(String, PushPayload)] =
        PayloadBuilderTests.built.filter { $0.1.aps.liveActivity == nil } + [
            (
                "message",
                PushPayload(
                    Sample.notification(.message, title: "Grace", subtitle: "Lunch", body: "At noon?"), badge: 3)
            ),
            ("read", read), ("sync", .sync("messages")),
        ]

    private static var read: PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .clear)
        payload.notificationID = Sample.notificationID
        payload.reason = "read_on_other_device"
        return payload
    }

    @Test("Messages for browsers equal the golden files, byte for byte", arguments: built)
    func golden(_ name: String, _ payload: PushPayload) throws {
        let message = WebMessage(payload, tag: "tag-1")
        let golden = try Golden.bytes("web/\(name)")
        #expect(String(decoding: try message.encoded(), as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    }

    @Test("Every golden file has a payload")
    func complete() { #expect(Golden.names(in: "web") == Self.built.map(\.0).sorted()) }

    @Test("Every message except one that only wakes the app shows something under its tag", arguments: built)
    func visible(_ name: String, _ payload: PushPayload) throws {
        let message = WebMessage(payload, tag: "tag-1")
        #expect((message.notification == nil) == (payload.kind == .sync))
        #expect(try WebMessage.showsNotification(message.encoded()) == (payload.kind != .sync))
        if let notification = message.notification {
            #expect(notification.tag == "tag-1" && !notification.title.isEmpty && notification.navigate.hasPrefix("/"))
        }
        #expect(message.json["type"]?.string == payload.kind.rawValue)
    }

    @Test(
        "A cleared notification is replaced silently by what happened to it",
        arguments: [
            (ClearReason.approvedElsewhere, "Approved on another device"),
            (.deniedElsewhere, "Denied on another device"),
            (.answeredElsewhere, "Answered on another device"), (.expired, "Expired without an answer"),
            (.withdrawn, "Withdrawn"), (ClearReason(rawValue: "other"), "No longer open"),
        ])
    func cleared(_ reason: ClearReason, _ title: String) {
        let notification = WebMessage(.clear(Sample.askID, reason: reason), tag: "ask-1").notification
        #expect(notification?.title == title && notification?.isSilent == true && notification?.badge == nil)
    }

    @Test(
        "A click opens a page of Bellhop, never another site",
        arguments: [
            ("bellhop://asks/1?x=%20", "/asks/1?x=%20"), ("bellhop://notifications", "/notifications"),
            ("https://evil.example/", nil), ("bellhop:///evil.example", nil), ("bellhop://a b", nil),
            ("bellhop://.//evil.example", nil), ("bellhop://a/..//evil.example", nil),
            ("bellhop://%2E//evil.example", nil), ("bellhop://a/.%2e/", nil), ("bellhop://a//b", nil),
            ("bellhop://asks/", "/asks/"), ("bellhop://asks/a.b", "/asks/a.b"),
            ("bellhop://a\\b", nil), ("javascript:alert(1)", nil), ("", nil),
        ] as [(String, String?)])
    func links(_ link: String, _ path: String?) {
        var payload = PayloadBuilderTests.notice(.message, "t", "b")
        payload.deepLink = link
        #expect(
            WebMessage(payload, tag: "x").notification?.navigate == path ?? "/notifications/\(Sample.notificationID)")
    }

    @Test("A sender's data cannot replace the message's own keys")
    func ownKeys() {
        var payload = PayloadBuilderTests.notice(.message, "t", "b")
        payload.extra = ["notification": ["title": "forged"], "web_push": 1, "mutable": false, "tag": "y", "more": [1]]
        let json = WebMessage(payload, tag: "x").json
        #expect(json["notification"]?["title"] == "t" && json["web_push"] == 8030 && json["mutable"] == true)
        #expect(json["data.notification"]?["title"] == "forged" && json["more"] == [1])
    }

    @Test("Links are completed with the origin of the page; other messages are unchanged")
    func resolved() throws {
        let message = try WebMessage(PayloadBuilderTests.notice(.message, "t", "b"), tag: "x").encoded()
        let whole = try CanonicalJSON.decode(
            JSONValue.self, from: WebMessage.resolved(message, origin: "https://a.example:8443"))
        #expect(
            whole["notification"]?["navigate"]?.string == "https://a.example:8443/asks/\(Sample.askID)"
                && whole["web_push"] == 8030)
        for text in [
            "", "x", "{}", #"{"notification":{"navigate":"//evil.example"}}"#,
            #"{"notification":{"navigate":"https://x"}}"#,
        ] {
            #expect(WebMessage.resolved(Array(text.utf8), origin: "https://a.example") == Array(text.utf8))
        }
    }

    @Test(
        "Long texts of any characters are shortened until the message fits, with the longest origin",
        arguments: ["x", "漢", "\"", "\u{1}"])
    func fitting(_ character: String) throws {
        var payload = PayloadBuilderTests.notice(.taskComplete, "t", "b")
        payload.aps.alert?.body = String(repeating: character, count: 6000)
        payload.codePreview = String(repeating: character, count: 3000)
        let message = try WebMessage(fitting: payload, tag: "x")
        #expect((2700...WebMessage.limit).contains(try message.encoded().count))
        let label = String(repeating: "a", count: 62) + "."
        let origin = "https://" + String(repeating: label, count: 4) + "a:65535"
        #expect(WebMessage.resolved(try message.encoded(), origin: origin).count <= 3993)
    }

    @Test("A message that is too large only for browsers loses the sender's data and links, and says so")
    func incomplete() throws {
        var payload = PayloadBuilderTests.notice(.message, "t", "b")
        payload.deepLink = "https://example.com/" + String(repeating: "x", count: 1400)
        payload.extra = ["more": .string(String(repeating: "y", count: 2300))]
        #expect(try payload.fitted().extra == payload.extra)
        let json = try WebMessage(fitting: payload, tag: "x").json
        #expect(json["incomplete"] == true && json["more"] == nil && json["deepLink"] == nil)
        #expect(json["notificationId"]?.string == Sample.notificationID.description)
        #expect(json["notification"]?["title"] == "t" && json["notification"]?["body"] == "b")
    }

    @Test("A field that cannot be left out is reported")
    func tooLarge() {
        var payload = PayloadBuilderTests.notice(.message, "t", "b")
        payload.itemID = String(repeating: "x", count: 5000)
        let error = #expect(throws: PayloadTooLarge.self) { try WebMessage(fitting: payload, tag: "x") }
        #expect(error?.limit == WebMessage.limit && error?.longestField == "itemId")
    }
}
