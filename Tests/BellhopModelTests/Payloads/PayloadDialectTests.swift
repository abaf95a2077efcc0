import BellhopKit
import BellhopModel
import Foundation
import Testing

@Suite("Payload dialects")
struct PayloadDialectTests {
    @Test(
        "What any sender writes is read, and written again in one form, byte for byte",
        arguments: Golden.names(in: "received"))
    func canonical(_ name: String) throws {
        let payload = try PushPayload(bytes: Golden.bytes("received/\(name)"))
        let canonical = try Golden.bytes("canonical/\(name)")
        #expect(String(decoding: try payload.encoded(), as: UTF8.self) == String(decoding: canonical, as: UTF8.self))
        #expect(try PushPayload(bytes: canonical).encoded() == canonical)
    }

    @Test("The system's dictionary gives the same payload as the bytes", arguments: Golden.names(in: "received"))
    func userInfo(_ name: String) throws {
        let bytes = try Golden.bytes("received/\(name)")
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(PushPayload(userInfo: dictionary) == (try PushPayload(bytes: bytes)))
    }

    @Test("All of them are read, and nothing in a well-formed one is odd")
    func issues() throws {
        let names = Golden.names(in: "received")
        #expect(names.count == 18)
        for name in names {
            let expected = name == "content-rich-reminder" ? [PayloadIssue("relevance-score", .clamped)] : []
            #expect(try PushPayload.read(bytes: Golden.bytes("received/\(name)")).issues == expected, "\(name)")
        }
    }

    @Test(
        "The kind is told from the type, or from whatever else says it",
        arguments: [
            ("agent-approval", "approval"), ("agent-question", "question"), ("agent-complete", "complete"),
            ("agent-live-activity", "live_activity"), ("agent-clear", "clear"), ("content-new-item", "new_item"),
            ("content-rich-reminder", "reminder"), ("content-message", "message"), ("content-silent", "sync"),
            ("rich-permission", "approval"), ("rich-complete", "complete"), ("rich-error", "error"),
            ("pattern-message", "message"), ("pattern-reminder", "reminder"), ("pattern-silent", "sync"),
            ("apple-localised", "unknown"), ("apple-activity-start", "live_activity"),
        ])
    func kind(_ name: String, _ kind: String) throws {
        #expect(try PushPayload(bytes: Golden.bytes("received/\(name)")).kind.rawValue == kind)
    }

    @Test("Fields have their types, whatever they were called")
    func fields() throws {
        let reminder = try PushPayload(bytes: Golden.bytes("received/content-rich-reminder"))
        #expect(reminder.itemID == "42" && reminder.imageURL == "https://example.com/lamp.jpg")
        #expect(reminder.aps.threadID == "lamps" && reminder.aps.relevanceScore == 1 && reminder.aps.badge == 3)
        #expect(reminder.aps.sound == PushSound(name: "reminder.caf") && reminder.summary == "Lamps")

        let message = try PushPayload(bytes: Golden.bytes("received/pattern-message"))
        #expect(message.messageID == "msg_12345" && message.deepLink == "myapp://messages/msg_12345")
        #expect(message.aps.mutableContent && message.extra.isEmpty)

        let plain = try PushPayload(bytes: Golden.bytes("received/content-message"))
        #expect(plain.aps.alert == PushAlert(body: "Hello"))

        let silent = try PushPayload(bytes: Golden.bytes("received/pattern-silent"))
        #expect(silent.isSilent && silent.syncType == "messages")
        #expect(silent.extra["timestamp"] == "2024-01-15T10:30:00Z")

        let start = try PushPayload(bytes: Golden.bytes("received/apple-activity-start"))
        #expect(start.aps.liveActivity?.event == .start && start.aps.relevanceScore == 75)
        #expect(start.aps.alert?.localizedTitle == .init(key: "%@ is on", arguments: ["Final"]))
        #expect(start.aps.sound == PushSound(name: "chime.aiff"))
    }

    @Test("What an app itself puts into a local notification is read as well")
    func local() {
        let preview: String? = nil
        let complete = PushPayload(userInfo: [
            "projectName": "shop", "summary": "Done", "filesChanged": 3, "codePreview": preview as Any,
        ])
        #expect(complete.kind == .complete && complete.filesChanged == 3 && complete.codePreview == nil)
        let permission = PushPayload(userInfo: ["toolName": "Bash", "toolInput": "npm test", "requestId": "r-1"])
        #expect(permission.kind == .approval && permission.toolInput == "npm test")
        let failed = PushPayload(userInfo: ["projectName": "shop", "errorType": "Network", "errorMessage": "No route"])
        #expect(failed.kind == .error)
        #expect(PushPayload(userInfo: ["sessionId": "s", "type": "error"]).kind == .error)
    }

    @Test("Codable gives the same as the bytes")
    func codable() throws {
        let payload = try PushPayload(bytes: Golden.bytes("received/agent-approval"))
        #expect(try CanonicalJSON.encode(payload) == payload.encoded())
        #expect(try CanonicalJSON.decode(PushPayload.self, from: payload.encoded()) == payload)
    }
}
