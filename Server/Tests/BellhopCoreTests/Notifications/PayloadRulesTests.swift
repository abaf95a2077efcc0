import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Payload size")
struct PayloadRulesTests {
    private static func check(_ request: NotificationRequest) throws {
        try PayloadRules.check(UserNotification(request, by: .agent(), at: .test))
    }

    @Test("Data that does not fit is rejected with the excess in bytes and the longest field")
    func data() throws {
        let data: [String: JSONValue] = ["short": 1, "article": ["text": .string(String(repeating: "x", count: 5000))]]
        let request = NotificationRequest(title: "T", body: "B", options: NotificationOptions(data: data))
        let error = try #require(throws: APIError.self) { try Self.check(request) }
        #expect(error.code == .payloadTooLarge)
        #expect(error.message.contains("bytes over the limit of 4096 bytes for"), "\(error.message)")
        #expect(error.message.contains("the longest field is options.data.article"), "\(error.message)")
    }

    @Test("The excess is exact: with that many bytes less the data fits, with one more it does not")
    func exact() throws {
        func request(_ count: Int) -> NotificationRequest {
            let data: [String: JSONValue] = ["x": .string(String(repeating: "x", count: count))]
            return NotificationRequest(title: "T", body: "B", options: NotificationOptions(data: data))
        }
        let error = try #require(throws: APIError.self) { try Self.check(request(6000)) }
        let over = try #require(Int(error.message.prefix { $0.isNumber }))
        try Self.check(request(6000 - over))
        #expect(throws: APIError.self) { try Self.check(request(6000 - over + 1)) }
    }

    @Test("Data that fits for Apple and not for Android, where it is encoded as text, is rejected")
    func android() throws {
        let data: [String: JSONValue] = ["list": .array(Array(repeating: "\"", count: 700))]
        let request = NotificationRequest(
            title: "T", body: "B", category: .update, options: NotificationOptions(data: data))
        let error = try #require(throws: APIError.self) { try Self.check(request) }
        #expect(error.message.contains("bytes for fcm"), "\(error.message)")
        #expect(error.message.contains("the longest field is options.data.list with"), "\(error.message)")
    }

    @Test("Texts are shortened to make room for data")
    func texts() throws {
        let data: [String: JSONValue] = ["x": .string(String(repeating: "x", count: 3000))]
        let request = NotificationRequest(
            title: String(repeating: "🛎", count: 200), subtitle: String(repeating: "é", count: 200),
            body: String(repeating: "字", count: 4000), options: NotificationOptions(data: data))
        try Self.check(request)
    }

    @Test("No payload exceeds the bound below which none is rendered", arguments: 0..<300)
    func bound(seed: Int) throws {
        // Characters that are escaped once, or twice in a JSON text.
        let texts = ["", "plain", "\u{1}\u{2}", "\"\\\"", "a\nb", "字🛎é"].map {
            String(repeating: $0, count: 1 + seed % 7)
        }
        func text(_ salt: Int) -> String { texts[(seed / 7 &+ seed &* salt) % texts.count] }
        func some<Value>(_ salt: Int, _ value: Value) -> Value? { (seed &* 31 &+ salt) % 3 > 0 ? value : nil }
        let localization = NotificationOptions.Localization(key: text(1), arguments: some(2, [text(2), text(3)]))
        let data: [String: JSONValue] = [
            text(4) + "k": .string(text(5)), "list": .array([.string(text(6)), .null, 1.5, .object([text(7): true])]),
            "type": .string(text(8)), "from": .object(["a": .string(text(9))]),
        ]
        let options = NotificationOptions(
            isSilent: some(10, seed.isMultiple(of: 5)), sound: some(11, text(11)), badge: some(12, 99_999),
            imageURL: some(13, "https://example.com/" + text(13)), interruptionLevel: some(14, .timeSensitive),
            relevanceScore: some(15, 0.123_456_789), filterCriteria: some(16, text(16)), priority: some(17, .high),
            collapseKey: some(18, text(18) + "c"), titleLocalization: some(19, localization),
            subtitleLocalization: some(20, localization), bodyLocalization: some(21, localization),
            itemID: some(22, text(22)), messageID: some(23, text(23)), data: some(24, data))
        let longest = String(repeating: "c", count: 64)
        let request = NotificationRequest(
            title: text(25), subtitle: some(28, text(28)), body: text(26),
            category: some(27, CategoryID(rawValue: longest)),
            sessionID: SessionID(text(32)), thread: some(29, text(29)), deepLink: some(30, text(30)),
            options: some(31, options))
        let notification = UserNotification(request, by: .agent(), at: .test)
        let bound = try PayloadRules.upperBound(of: notification)
        for form in PayloadFormat.allCases {
            let payload = try PayloadRenderer().show(notification, ask: nil, badge: PayloadRules.badge, as: form)
            #expect(payload.bytes.count <= bound)
        }
    }

    @Test("A payload with a badge of five digits still fits")
    func badge() throws {
        var count = 3000
        func request() -> NotificationRequest {
            let data: [String: JSONValue] = ["x": .string(String(repeating: "x", count: count))]
            return NotificationRequest(title: "T", body: "B", options: NotificationOptions(data: data))
        }
        while (try? Self.check(request())) != nil { count += 1 }
        count -= 1
        let notification = UserNotification(request(), by: .agent(), at: .test)
        let sizes = try PayloadFormat.allCases.map {
            try PayloadRenderer().show(notification, ask: nil, badge: 99_999, as: $0).bytes.count
        }
        #expect(sizes.max() == PayloadLimits.regular)
    }

    @Test(
        "The error names the field as in the request",
        arguments: [
            (NotificationRequest(title: "T", body: "B", deepLink: String(repeating: "x", count: 4096)), "deep_link"),
            (
                NotificationRequest(
                    title: "T", body: "B",
                    options: NotificationOptions(bodyLocalization: .init(key: "K", arguments: [Self.long]))),
                "options.body_localization"
            ),
            (
                NotificationRequest(
                    title: "T", body: "B",
                    options: NotificationOptions(titleLocalization: .init(key: Self.long))),
                "options.title_localization"
            ),
            (
                NotificationRequest(title: "T", body: "B", options: NotificationOptions(itemID: Self.long)),
                "options.item_id"
            ),
            (NotificationRequest(title: "T", body: "B", thread: Self.long), "thread"),
        ])
    func names(_ request: NotificationRequest, _ field: String) throws {
        let error = try #require(throws: APIError.self) { try Self.check(request) }
        #expect(error.message.contains("the longest field is \(field) with"), "\(error.message)")
    }

    static let long = String(repeating: "x", count: 4096)
}
