import BellhopModel
import Testing

@testable import BellhopCore
@testable import BellhopServer

@Suite("Rules of notification requests")
struct NotificationRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The beginning of the error's message.
        let message: String
        let change: @Sendable (inout NotificationRequest, inout NotificationOptions) -> Void

        init(
            _ description: String, _ message: String = "",
            change: @escaping @Sendable (inout NotificationRequest, inout NotificationOptions) -> Void
        ) {
            testDescription = description
            self.message = message
            self.change = change
        }

        var request: NotificationRequest {
            var request = NotificationRequest(title: "T", body: "B")
            var options = NotificationOptions()
            change(&request, &options)
            request.options = options
            return request
        }
    }

    private static func silent(
        _ description: String, _ field: String,
        change: @escaping @Sendable (inout NotificationRequest, inout NotificationOptions) -> Void
    ) -> Case {
        Case(
            "silent, with \(description)",
            "\(field): \(field == "options.priority" ? "a silent" : "not allowed in a silent") notification"
        ) { request, options in
            (request.title, request.body, options.isSilent) = ("", "", true)
            change(&request, &options)
        }
    }

    static let wrong: [Case] = [
        Case("a badge below zero", "options.badge: -1 is not between 0 and 99999") { $1.badge = -1 },
        Case("a badge of six digits", "options.badge: 100000 is not") { $1.badge = 100_000 },
        Case("a relevance below zero", "options.relevance_score: -0.1 is not between 0 and 1") {
            $1.relevanceScore = -0.1
        },
        Case("a Focus filter's text of 129 bytes", "options.filter_criteria: ") {
            $1.filterCriteria = String(repeating: "x", count: 129)
        },
        Case("a relevance above one", "options.relevance_score: 1.5 is not") { $1.relevanceScore = 1.5 },
        Case("a sound without a name", "options.sound: must have 1 to 64 bytes") { $1.sound = "" },
        Case("a sound in a folder", "options.sound: must be default, none, or the name") { $1.sound = "../a.caf" },
        Case("a picture over http", "options.image_url: must be a URL that begins with https://") {
            $1.imageURL = "http://example.com/a.png"
        },
        Case("a picture of no host", "options.image_url:") { $1.imageURL = "https:///a.png" },
        Case("a picture that is no address", "options.image_url:") { $1.imageURL = "a picture" },
        Case("a picture with a password", "options.image_url: must not contain a user name") {
            $1.imageURL = "https://ann:secret@example.com/a.png"
        },
        Case("a picture's address of 1,025 bytes", "options.image_url: must have 1 to 1024 bytes") {
            $1.imageURL = "https://example.com/" + String(repeating: "a", count: 1005)
        },
        Case("an empty collapse key", "options.collapse_key: must have 1 to 64 bytes") { $1.collapseKey = "" },
        Case("the collapse key of an ask", "options.collapse_key: is reserved") {
            $1.collapseKey = "ask-\(AskID(high: 1, low: 2))"
        },
        Case("the collapse key of a summary", "options.collapse_key: is reserved") {
            $1.collapseKey = "summary-\(NotificationID(high: 1, low: 2))"
        },
        Case("a collapse key of 65 bytes", "options.collapse_key:") {
            $1.collapseKey = String(repeating: "é", count: 32) + "x"
        },
        Case("an empty item", "options.item_id:") { $1.itemID = "" },
        Case("a message with a line break", "options.message_id:") { $1.messageID = "a\nb" },
        Case("a thread with a terminal's escape, as one scalar", "thread: must have") { request, _ in
            request.thread = "a\u{9B}2Jb"
        },
        Case("a category with a next line", "category: must have") { request, _ in
            request.category = CategoryID("a\u{85}b")
        },
        Case("an empty key of a title", "options.title_localization.key:") {
            $1.titleLocalization = .init(key: "")
        },
        Case("eleven arguments", "options.body_localization.arguments: has 11 items; at most 10 are accepted") {
            $1.bodyLocalization = .init(key: "K", arguments: Array(repeating: "a", count: 11))
        },
        Case("a long argument", "options.subtitle_localization.arguments[1]: has 201 characters; at most 200") {
            $1.subtitleLocalization = .init(key: "K", arguments: ["a", String(repeating: "a", count: 201)])
        },
        Case("data under aps", "options.data.aps: is reserved by Bellhop; choose another key") {
            $1.data = ["aps": ["alert": "x"]]
        },
        Case("data under a key of Bellhop's in another dialect", "options.data.input_digest:") {
            $1.data = ["fine": 1, "input_digest": "x"]
        },
        Case("data under a gateway's key", "options.data.gcm.x: is reserved by a gateway") { $1.data = ["gcm.x": 1] },
        Case("data under an empty key", #"options.data: the name "" must have 1 to 64 bytes"#) { $1.data = ["": 1] },
        Case("data with an ask's type", "options.data.type: approval is for asks; send this to /v1/asks") {
            $1.data = ["type": "approval"]
        },
        Case("data with Bellhop's own type", "options.data.notification_type: clear is a type that only Bellhop sends")
        {
            $1.data = ["notification_type": "clear"]
        },
        Case(
            "data with a link that is given already",
            "options.data.deepLink: deep_link sets this key too; omit one of them"
        ) {
            request, options in
            request.deepLink = "app://a"
            options.data = ["deepLink": "app://b"]
        },
        Case("data of 65 keys", "options.data: has 65 members; at most 64 are accepted") { _, options in
            options.data = Dictionary(uniqueKeysWithValues: (1...65).map { ("k\($0)", .integer(1)) })
        },
        Case("data nine levels deep", "options.data.deep: is nested deeper than 8 levels") { _, options in
            options.data = ["deep": Self.nested(9)]
        },
        Case("a body of 4001 characters", "body: has 4001 characters; at most 4000 are accepted") { request, _ in
            request.body = String(repeating: "x", count: 4001)
        },
        Case("a subtitle of 201 characters", "subtitle: has 201 characters") { request, _ in
            request.subtitle = String(repeating: "x", count: 201)
        },
        Case("an empty category", "category: must have 1 to 64 bytes") { request, _ in
            request.category = CategoryID("")
        },
        Case("a thread of 129 bytes", "thread: must have 1 to 128 bytes") { request, _ in
            request.thread = String(repeating: "x", count: 129)
        },
        Case("a link of 1025 bytes", "deep_link: must have 1 to 1024 bytes") { request, _ in
            request.deepLink = String(repeating: "x", count: 1025)
        },
        Case("a link with a line break", "deep_link: must have") { request, _ in request.deepLink = "bellhop://a\nb" },
        Case("no lifetime", "expires_in: 0 is not between 1 and 2592000") { request, _ in request.expiresIn = 0 },
        Case("a lifetime of 30 days and a second", "expires_in: 2592001 is not") { request, _ in
            request.expiresIn = 2_592_001
        },
        Case("a blank title, though it is shown", "title: is empty") { request, _ in request.title = " \n" },
        Case("no title, though it is shown", "title: is empty") { request, _ in request.title = "" },
        silent("a title", "title") { request, _ in request.title = "T" },
        silent("a body", "body") { request, _ in request.body = "B" },
        silent("a sound", "options.sound") { $1.sound = "default" },
        silent("a badge", "options.badge") { $1.badge = 0 },
        silent("a picture", "options.image_url") { $1.imageURL = "https://example.com/a.png" },
        silent("a level", "options.interruption_level") { $1.interruptionLevel = .passive },
        silent("a relevance", "options.relevance_score") { $1.relevanceScore = 1 },
        silent("a Focus filter's text", "options.filter_criteria") { $1.filterCriteria = "work" },
        silent("a localised text", "options.body_localization") { $1.bodyLocalization = .init(key: "K") },
        silent("high priority", "options.priority") { $1.priority = .high },
    ]

    static let right: [Case] = [
        Case("no option") { _, _ in },
        Case("the least badge") { $1.badge = 0 },
        Case("the greatest badge") { $1.badge = 99_999 },
        Case("relevance 0") { $1.relevanceScore = 0 },
        Case("relevance 1") { $1.relevanceScore = 1 },
        Case("no sound") { $1.sound = "none" },
        Case("a sound of the app") { $1.sound = "Sosumi 2.caf" },
        Case("a picture with port and query") { $1.imageURL = "https://example.com:8443/a.png?w=2#x" },
        Case("a picture over HTTPS in capitals") { $1.imageURL = "HTTPS://EXAMPLE.COM/A.PNG" },
        Case("a collapse key that only begins like an ask's") { $1.collapseKey = "ask-me-again" },
        Case("a collapse key of 64 bytes") { $1.collapseKey = String(repeating: "é", count: 32) },
        Case("data eight levels deep") { _, options in options.data = ["deep": Self.nested(8)] },
        Case("data of 64 keys") { _, options in
            options.data = Dictionary(uniqueKeysWithValues: (1...64).map { ("k\($0)", .integer(1)) })
        },
        Case("a key that only looks reserved") { $1.data = ["Aps": 1, "fromage": 2, "googleId": 3] },
        Case("what apps read that were not written for Bellhop") { _, options in
            options.data = [
                "type": "message", "silent": true, "item_id": 7, "message_id": "m", "deep_link": "app://x",
                "image_url": "https://example.com/x.png", "requestId": "approval-123", "toolName": "Bash",
                "toolInput": "ls", "filesChanged": 3, "projectName": "bellhop", "summary": "Done",
                "codePreview": "let x",
                "errorType": "Timeout", "errorMessage": "m", "questionId": "question-456", "sessionId": "session-789",
                "resource_id": "msg_12345", "sync_type": "messages", "timestamp": "2024-01-15T10:30:00Z",
                "notification_type": "new_item", "attachment-url": "https://example.com/x.png", "thread-id": "t",
                "relevance-score": 0.5, "sound": "x.caf", "badge": 2,
            ]
        },
        Case("silent, with ids, data and low priority") { request, options in
            request.title = ""
            request.body = ""
            options = NotificationOptions(
                isSilent: true, priority: .low, collapseKey: "k", itemID: "7", messageID: "8", data: ["a": 1])
        },
    ]

    private static func nested(_ depth: Int) -> JSONValue {
        (1..<depth).reduce(JSONValue.integer(1)) { value, level in level % 2 == 0 ? [value] : ["in": value] }
    }

    @Test("The error of an invalid notification names the field", arguments: wrong)
    func refused(wrong: Case) throws {
        let error = try #require(throws: APIError.self) { try Self.check(wrong.request) }
        #expect(error.code == .invalidRequest)
        #expect(error.message.hasPrefix(wrong.message), "\(error.message)")
    }

    @Test("A notification within the limits is accepted", arguments: right)
    func accepted(right: Case) throws { try Self.check(right.request) }

    /// The rules in the order of the server: the schema, then rules about several fields.
    private static func check(_ request: NotificationRequest) throws {
        let schema = try #require(APIDescription.requestSchemas[API.sendNotification.route])
        try NotificationRules.check(RequestBody(CanonicalJSON.encode(request), as: schema).decode())
    }
}
