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
