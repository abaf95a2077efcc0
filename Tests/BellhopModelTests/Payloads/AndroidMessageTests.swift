import BellhopModel
import Testing

@Suite("Messages for Android")
struct AndroidMessageTests {
    static let built: [(String, PushPayload)] =
        PayloadBuilderTests.built.filter { $0.1.aps.liveActivity == nil } + [
            (
                "message",
                PushPayload(
                    Sample.notification(.message, title: "Grace", subtitle: "Lunch", body: "At noon?"), badge: 3)
            ),
            (
                "subtitle",
                PushPayload(
                    Sample.notification(CategoryID("MINE"), title: "Deployed", subtitle: "shop", body: "v12 is live"),
                    badge: 0)
            ),
            ("localised", localised),
            ("sync", .sync("messages")),
        ]

    private static var localised: PushPayload {
        var alert = PushAlert()
        alert.localizedTitle = .init(key: "DONE_TITLE")
        alert.localizedBody = .init(key: "DONE_BODY", arguments: ["shop", "12"])
        var payload = PushPayload(aps: APS(alert: alert, category: .taskComplete), type: .complete)
        payload.imageURL = "https://example.com/a.png"
        payload.filesChanged = 3
        payload.extra = [
            "from": "me", "google.x": "1", "gcm.y": "2", "title": "taken", "tags": ["a", "b"], "urgent": true,
            "none": .null,
        ]
        return payload
    }

    @Test("Android messages equal the golden files, byte for byte", arguments: built)
    func golden(_ name: String, _ payload: PushPayload) throws {
        let message = AndroidMessage(payload, tag: "tag-1")
        let golden = try Golden.bytes("android/\(name)")
        #expect(String(decoding: try message.encoded(), as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    }

    @Test("Every golden file has a payload")
    func complete() { #expect(Golden.names(in: "android") == Self.built.map(\.0).sorted()) }

    @Test("The lint reports nothing about messages for Android", arguments: built)
    func sound(_ name: String, _ payload: PushPayload) throws {
        let report = PayloadLint().report(on: try AndroidMessage(payload, tag: "tag-1").encoded())
        #expect(report.pushType == .fcm)
        #expect(report.findings == [])
    }

    @Test(
        "The system shows notifications without buttons; those with buttons are left to the app",
        arguments: [
            (CategoryID.approvalRequest, false), (.questionAsked, false), (.agentComplete, false), (.reminder, false),
            (.message, false), (.taskComplete, true), (.taskError, true), (.newItem, true), (.sessionStatus, true),
            (CategoryID("MINE"), true),
        ])
    func shownBySystem(_ category: CategoryID, _ expected: Bool) {
        let message = AndroidMessage(PayloadBuilderTests.notice(category, "t", "b"), tag: "x")
        #expect((message.notification != nil) == expected)
        // The message contains the text once.
        #expect((message.data["body"] == "b") != expected)
        #expect(message.data["category"] == category.rawValue)
    }

    @Test("An ask in a category of the app is left to the app")
    func ownCategory() {
        let own = CategoryID("MINE")
        let notification = Sample.notification(own, title: "t", body: "b")
        let message = AndroidMessage(
            PushPayload(notification, ask: Sample.ask(category: own), badge: 1), tag: "ask-1")
        #expect(message.notification == nil)
        #expect(message.data["requestId"] == Sample.askID.description)
        #expect(message.data["deadline"] == "\(Sample.deadline.milliseconds)")
        #expect(message.data["badge"] == "1")
    }

    @Test(
        "Long texts of any characters are shortened until the message fits",
        arguments: ["x", "漢", "\"", "\u{1}"])
    func fitting(_ character: String) throws {
        for category in [CategoryID.taskComplete, .message] {
            var payload = PayloadBuilderTests.notice(category, "t", "b")
            payload.aps.alert?.body = String(repeating: character, count: 6000)
            payload.codePreview = String(repeating: character, count: 3000)
            let message = try AndroidMessage(fitting: payload, tag: "x")
            let size = try message.encoded().count
            #expect((3000...4096).contains(size))
            #expect(message.data["notificationId"] == Sample.notificationID.description)
        }
    }

    @Test("A message within the limit is unchanged")
    func short() throws {
        let payload = PayloadBuilderTests.notice(.taskComplete, "t", "b")
        #expect(try AndroidMessage(fitting: payload, tag: "x") == AndroidMessage(payload, tag: "x"))
    }

    @Test("A field that cannot be shortened is reported")
    func tooLarge() {
        var payload = PayloadBuilderTests.notice(.message, "t", "b")
        payload.deepLink = String(repeating: "x", count: 5000)
        let error = #expect(throws: PayloadTooLarge.self) { try AndroidMessage(fitting: payload, tag: "x") }
        #expect(error?.limit == 4096 && error?.longestField == "data.deepLink" && error?.longestFieldSize == 5002)
    }

    @Test(
        "A time to live is written as seconds with an s, up to four weeks",
        arguments: [
            ("0s", Duration.zero), ("3.5s", .milliseconds(3500)), ("2419200s", .seconds(2_419_200)), ("2419201s", nil),
            ("2419200.000000001s", nil), ("", nil), ("s", nil), ("5", nil), ("-1s", nil), ("1.s", nil), ("1e3s", nil),
            ("1.0000000001s", nil), (nil, nil),
        ] as [(String?, Duration?)])
    func lifetime(_ text: String?, _ expected: Duration?) { #expect(AndroidMessage.lifetime(text) == expected) }
}
