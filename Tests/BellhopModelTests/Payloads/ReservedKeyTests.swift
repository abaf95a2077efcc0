import BellhopModel
import Testing

@Suite("Keys that an application cannot have")
struct ReservedKeyTests {
    /// Of every type that a key of the payload may have.
    private static let values: [JSONValue] = [
        "text", 7, true, .string(Sample.askID.description), .object(["title": "x"]),
    ]

    @Test("No set of free keys makes an ask, a clearing push or a summary of a notification")
    func own() {
        for (name, payload) in PayloadBuilderTests.built + PayloadBuilderTests.optional {
            let keys = payload.json.object ?? [:]
            let free = keys.filter { PushPayload.reservedKeyProblem(of: $0.key) == nil }
            let forged = PushPayload(json: free)
            #expect(forged.askID == nil, "\(name)")
            #expect(forged.clearApprovalID == nil && forged.summaryID == nil && forged.notificationID == nil, "\(name)")
        }
    }

    @Test(
        "The keys that asks are trusted by are reserved in every dialect",
        arguments: [
            "aps", "inputDigest", "input_digest", "deadline", "clearApprovalId", "clear_approval_id", "notificationId",
            "notification_id", "summaryId", "summaryCategory", "summaryCount",
        ])
    func dialects(_ key: String) { #expect(PushPayload.reservedKeyProblem(of: key) == "is a key that only Bellhop sets") }

    @Test("A gateway's too", arguments: ["from", "google.x", "gcm.notification.e", "collapse_key", "message_type"])
    func vendors(_ key: String) { #expect(PushPayload.reservedKeyProblem(of: key) == "is reserved by a gateway") }

    @Test(
        "A free key stands in the push as the sender wrote it, whatever its value",
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
