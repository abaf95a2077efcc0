import BellhopModel
import Testing

@Suite("Keys that an application cannot have")
struct ReservedKeyTests {
    /// Of every type that a key of the payload may have.
    private static let values: [JSONValue] = [
        "text", 7, true, .string(Sample.notificationID.description), .object(["title": "x"]),
    ]

    @Test("A key that the payload reads as its own is reserved")
    func own() {
        for (name, payload) in PayloadBuilderTests.built + PayloadBuilderTests.optional {
            let keys = payload.json.object ?? [:]
            for key in keys.keys where payload.extra[key] == nil {
                #expect(PushPayload.reservation(of: key) == "is a key of Bellhop's payload", "\(key) of \(name)")
            }
        }
    }

    @Test(
        "In whatever dialect",
        arguments: [
            "aps", "type", "notification_type", "item_id", "message_id", "resource_id", "image_url", "deep_link",
            "attachment-url", "thread-id", "relevance-score", "badge", "sound", "files_changed", "notification_id",
            "silent",
        ])
    func dialects(_ key: String) { #expect(PushPayload.reservation(of: key) != nil) }

    @Test("A gateway's too", arguments: ["from", "google.x", "gcm.notification.e", "collapse_key", "message_type"])
    func vendors(_ key: String) { #expect(PushPayload.reservation(of: key) == "is reserved by a gateway") }

    @Test(
        "What is not reserved stays the application's, whatever its value",
        arguments: [
            "section", "userId", "Type", "googleId", "alert", "data", "category", "title",
        ])
    func free(_ key: String) {
        #expect(PushPayload.reservation(of: key) == nil)
        for value in Self.values {
            #expect(PushPayload(json: ["aps": [:], key: value]).extra == [key: value])
        }
    }
}
