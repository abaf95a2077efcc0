import BellhopTesting
import Testing

@testable import BellhopModel

@Suite("Payload limits")
struct PayloadLimitsTests {
    static func payload(title: String = "t", subtitle: String? = nil, body: String) -> PushPayload {
        var payload = PushPayload(
            aps: APS(alert: PushAlert(title: title, subtitle: subtitle, body: body)), type: .complete)
        payload.deepLink = "bellhop://x"
        return payload
    }

    @Test("A payload within the limit is unchanged")
    func fits() throws {
        let payload = Self.payload(body: "short")
        #expect(try payload.fitted() == payload)
        #expect(try payload.fitted(to: payload.encoded().count) == payload)
    }

    @Test(
        "Any body is shortened until the encoded payload fits, and uses the available space",
        arguments: [
            "x", "\"", "\\", "\n", "\u{1}", "ü", "👩‍👩‍👧‍👦", "e\u{301}", "/", "\u{2028}", "\u{7F}", "a\t\"ß",
        ])
    func body(_ piece: String) throws {
        let body = String(repeating: piece, count: 20_000 / piece.utf8.count)
        for limit in [400, 1000, PayloadLimits.regular, PayloadLimits.voip] {
            let fitted = try Self.payload(body: body).fitted(to: limit)
            let size = try fitted.encoded().count
            #expect(size <= limit && size > limit - 70, "\(size) of \(limit)")
            #expect(fitted.aps.alert?.title == "t" && fitted.deepLink == "bellhop://x")
            #expect(TextTruncationTests.isCut(fitted.aps.alert?.body ?? "", of: Array(body)))
        }
    }

    @Test("Secondary texts are shortened first, then body, subtitle and title")
    func order() throws {
        let long = String(repeating: "x", count: 3000)
        var payload = Self.payload(title: long, subtitle: long, body: long)
        payload.codePreview = long
        var fitted = try payload.fitted(to: 10_000)
        #expect((fitted.codePreview?.count ?? 0) < 1500 && fitted.aps.alert?.body == long)
        fitted = try payload.fitted(to: 7000)
        #expect((fitted.aps.alert?.body?.count ?? 0) < 2000 && fitted.aps.alert?.subtitle == long)
        fitted = try payload.fitted(to: 4096)
        #expect((fitted.aps.alert?.subtitle?.count ?? 0) < 2000 && fitted.aps.alert?.title == long)
        fitted = try payload.fitted(to: 2000)
        #expect((fitted.aps.alert?.title?.count ?? 0) < 2000)
        #expect(try fitted.encoded().count <= 2000)
    }

    @Test("When shortening is not enough, the error names the longest field")
    func tooLarge() throws {
        var payload = Self.payload(body: String(repeating: "x", count: 5000))
        payload.extra["nested"] = ["list": ["a", .string(String(repeating: "\n", count: 2500))]]
        let error = try #require(throws: PayloadTooLarge.self) { try payload.fitted() }
        #expect(error.longestField == "nested.list[1]" && error.longestFieldSize == 5002 && error.limit == 4096)
        #expect(error.description.contains("nested.list[1] with 5002"))
        #expect(!error.description.contains("xxx"))
    }

    @Test("The cost of a text equals its encoded size")
    func cost() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let text = String(decoding: generator.bytes(upTo: 60), as: UTF8.self)
            #expect(
                try CanonicalJSON.encode(JSONValue.string(text)).count == JSONText.cost(text) + 2,
                "\(text.debugDescription)")
        }
        for byte in UInt8(0)...0x7F {
            let text = String(decoding: [byte], as: UTF8.self)
            #expect(try CanonicalJSON.encode(JSONValue.string(text)).count == JSONText.cost(text) + 2, "\(byte)")
        }
    }

    @Test("A short collapse id is unchanged; a long one keeps its beginning and gets a hash of the whole")
    func collapse() {
        #expect(PayloadLimits.collapseID("ask-1") == "ask-1")
        let exact = String(repeating: "a", count: 64)
        #expect(PayloadLimits.collapseID(exact) == exact)
        let long = PayloadLimits.collapseID(exact + "b")
        #expect(long.utf8.count == 64 && long.hasPrefix(String(repeating: "a", count: 47) + "~"))
        #expect(long == PayloadLimits.collapseID(exact + "b") && long != PayloadLimits.collapseID(exact + "c"))
        #expect(PayloadLimits.collapseID(String(repeating: "ü", count: 40)).utf8.count <= 64)
        #expect(PayloadLimits.collapseID(String(repeating: "👩‍👩‍👧‍👦", count: 40)).utf8.count <= 64)
    }

    @Test(
        "The hash matches the published vectors of FNV-1a",
        arguments: [
            ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
        ])
    func vectors(_ text: String, _ hash: String) { #expect(String(PayloadLimits.fnv1a(text), radix: 16) == hash) }
}

@Suite("Reserved payload keys")
struct ReservedKeyTests {
    /// Values of every type that a payload key may have.
    private static let values: [JSONValue] = [
        "text", 7, true, .string(Sample.askID.description), .object(["title": "x"]),
    ]

    @Test("No set of unreserved keys makes a notification an ask, a clearing push or a summary")
    func reservedKeys() {
        for (name, payload) in PayloadBuilderTests.built + PayloadBuilderTests.optional {
            let keys = payload.json.object ?? [:]
            let free = keys.filter { PushPayload.reservedKeyProblem(of: $0.key) == nil }
            let forged = PushPayload(json: free)
            #expect(forged.askID == nil, "\(name)")
            #expect(forged.clearApprovalID == nil && forged.summaryID == nil && forged.notificationID == nil, "\(name)")
        }
    }

    @Test(
        "The keys that identify asks are reserved in every spelling",
        arguments: [
            "aps", "inputDigest", "input_digest", "deadline", "clearApprovalId", "clear_approval_id", "notificationId",
            "notification_id", "summaryId", "summaryCategory", "summaryCount",
        ])
    func dialects(_ key: String) { #expect(PushPayload.reservedKeyProblem(of: key) == "is reserved by Bellhop") }

    @Test(
        "The keys of gateways are reserved too",
        arguments: ["from", "google.x", "gcm.notification.e", "collapse_key", "message_type"])
    func vendors(_ key: String) { #expect(PushPayload.reservedKeyProblem(of: key) == "is reserved by a gateway") }

    @Test(
        "An unreserved key is passed on unchanged",
        arguments: [
            "section", "userId", "Type", "googleId", "alert", "data", "category", "title", "requestId", "toolName",
            "item_id", "deep_link", "image_url", "filesChanged", "errorType", "notification_type", "thread-id",
            "silent",
        ])
    func free(_ key: String) {
        #expect(PushPayload.reservedKeyProblem(of: key) == nil)
        for value in Self.values {
            var notification = Sample.notification(.taskComplete, title: "Done", body: "Tests pass")
            notification.options = NotificationOptions(data: [key: value])
            let payload = PushPayload.notice(notification, badge: 1)
            #expect(payload.json[key] == value)
            #expect(PushPayload(json: payload.json.object ?? [:]).askID == nil)
        }
    }

    @Test("The type in data replaces that of the category")
    func type() {
        var notification = Sample.notification(.taskComplete, title: "Done", body: "Tests pass")
        notification.options = NotificationOptions(data: ["type": "message", "resource_id": "msg_1"])
        let payload = PushPayload.notice(notification, badge: nil)
        #expect(payload.json["type"] == "message")
        #expect(PushPayload(json: payload.json.object ?? [:]).messageID == "msg_1")
    }
}
