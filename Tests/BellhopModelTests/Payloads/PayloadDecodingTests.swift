import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
import Testing

@Suite("Payload dialects")
struct PayloadDialectTests {
    @Test(
        "Payloads of every sender are rewritten in the canonical form, byte for byte",
        arguments: Golden.names(in: "received"))
    func canonical(_ name: String) throws {
        let payload = try PushPayload(bytes: Golden.bytes("received/\(name)"))
        let canonical = try Golden.bytes("canonical/\(name)")
        #expect(String(decoding: try payload.encoded(), as: UTF8.self) == String(decoding: canonical, as: UTF8.self))
        #expect(try PushPayload(bytes: canonical).encoded() == canonical)
    }

    @Test("The system's dictionary and the bytes give the same payload", arguments: Golden.names(in: "received"))
    func userInfo(_ name: String) throws {
        let bytes = try Golden.bytes("received/\(name)")
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(PushPayload(userInfo: dictionary) == (try PushPayload(bytes: bytes)))
    }

    @Test("All spellings are read, and well-formed payloads have no issues")
    func issues() throws {
        let names = Golden.names(in: "received")
        #expect(names.count == 18)
        for name in names {
            let expected = name == "content-rich-reminder" ? [PayloadIssue("relevance-score", .clamped)] : []
            #expect(try PushPayload.read(bytes: Golden.bytes("received/\(name)")).issues == expected, "\(name)")
        }
    }

    @Test(
        "The kind is derived from the type or from other fields",
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

    @Test("Fields have their types under every name")
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

    @Test("The dictionary of an app's local notification is read as well")
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

    @Test("Codable and the bytes give the same payload")
    func codable() throws {
        let payload = try PushPayload(bytes: Golden.bytes("received/agent-approval"))
        #expect(try CanonicalJSON.encode(payload) == payload.encoded())
        #expect(try CanonicalJSON.decode(PushPayload.self, from: payload.encoded()) == payload)
    }
}

@Suite("Payload issues")
struct PayloadIssueTests {
    @Test(
        "A value of the wrong type is kept in extra, and the rest is read",
        arguments: [
            ("aps", "badge", #""three""#), ("aps", "badge", "-1"), ("aps", "badge", "1.5"), ("aps", "sound", "7"),
            ("aps", "thread-id", "[]"), ("aps", "category", "1"), ("aps", "content-available", #""yes""#),
            ("aps", "interruption-level", #""critical""#), ("aps", "relevance-score", #""high""#),
            ("aps", "alert", "5"),
            ("aps", "event", #""pause""#), ("aps", "content-state", "[]"), ("", "type", "1"), ("", "requestId", "{}"),
            ("", "toolName", "false"), ("", "filesChanged", #""3""#), ("", "deadline", "1e300"), ("", "deadline", "-5"),
            ("", "notificationId", #""not an id""#), ("", "sessionId", #""\u0007""#), ("", "summary", "[1]"),
        ])
    func wrongType(_ place: String, _ key: String, _ value: String) throws {
        let inside = place == "aps" ? #""\#(key)":\#(value),"# : ""
        let beside = place.isEmpty ? #","\#(key)":\#(value)"# : ""
        let reading = try PushPayload.read(
            bytes: #"{"aps":{\#(inside)"target-content-id":"w"},"itemId":"i"\#(beside)}"#.utf8)
        #expect(reading.payload.aps.targetContentID == "w" && reading.payload.itemID == "i")
        let path = place.isEmpty ? key : "\(place).\(key)"
        #expect(reading.issues.map(\.path) == [path])
        #expect((place.isEmpty ? reading.payload.extra : reading.payload.aps.extra)[key] != nil)
        let text = String(decoding: try reading.payload.encoded(), as: UTF8.self)
        #expect(text.contains("\"\(key)\":"))
    }

    @Test("Issues describe path and problem")
    func descriptions() throws {
        let reading = try PushPayload.read(bytes: #"{"aps":{"badge":"x","colour":1,"relevance-score":9}}"#.utf8)
        #expect(
            reading.issues.map(\.description).sorted() == [
                "aps.badge should be a whole number from 0",
                "aps.colour is not a key that Apple documents",
                "aps.relevance-score is out of range and was clamped",
            ])
        #expect(try PushPayload.read(bytes: "{}".utf8).issues.map(\.description) == ["aps is missing"])
    }

    @Test(
        "Only bytes that are not a JSON object are refused",
        arguments: [
            ("", PayloadDecodingError.notJSON), ("{", .notJSON), ("nonsense", .notJSON), ("[]", .notAnObject),
            ("1", .notAnObject),
            ("\"x\"", .notAnObject), ("null", .notAnObject),
        ])
    func refused(_ text: String, _ error: PayloadDecodingError) {
        #expect(throws: error) { try PushPayload(bytes: text.utf8) }
    }

    @Test("The canonical key has precedence; a different value under an alias is kept")
    func both() throws {
        let payload = try PushPayload(
            bytes: #"{"aps":{},"itemId":"a","item_id":"b","imageURL":"u","image_url":"u"}"#.utf8)
        #expect(payload.itemID == "a" && payload.extra == ["item_id": "b"])
        #expect(payload.imageURL == "u")
    }

    @Test("Booleans and numbers are not confused")
    func numbers() {
        let payload = PushPayload(userInfo: [
            "aps": ["badge": NSNumber(value: 3), "content-available": NSNumber(value: 1)] as [String: Any],
            "flag": NSNumber(value: true), "native": true, "count": NSNumber(value: 1), "half": NSNumber(value: 0.5),
            "big": NSNumber(value: UInt64.max), "whole": 2.0, "small": Int8(1), "float": Float(0.5),
        ])
        #expect(payload.aps.badge == 3 && payload.aps.contentAvailable)
        #expect(payload.extra["flag"] == true && payload.extra["native"] == true)
        #expect(payload.extra["count"] == 1 && payload.extra["half"] == 0.5 && payload.extra["whole"] == 2)
        #expect(payload.extra["small"] == 1 && payload.extra["float"] == 0.5)
        #expect(payload.extra["big"]?.number == 18_446_744_073_709_551_616)
    }

    @Test("Values that JSON cannot represent are dropped")
    func notJSON() {
        final class Thing {}
        var deep: Any = "bottom"
        for _ in 0..<500 { deep = [deep] }
        let reading = PushPayload.read(userInfo: [
            "aps": ["alert": "Hello", "sound": Thing()] as [AnyHashable: Any], 7: "number as key", "thing": Thing(),
            "date": Date(timeIntervalSince1970: 0), "infinite": Double.infinity, "null": NSNull(), "deep": deep,
            "url": URL(filePath: "/x"), "list": [1, Thing(), "two", Optional<Int>.none as Any] as [Any],
            "nested": NSDictionary(dictionary: ["a": NSArray(array: [1, "b"])]),
        ])
        #expect(reading.payload.aps.alert?.body == "Hello" && reading.payload.aps.sound == nil)
        #expect(reading.payload.extra["list"] == [1, "two"])
        #expect(reading.payload.extra["null"] == .null && reading.payload.extra["url"] == "file:///x")
        #expect(reading.payload.extra["nested"] == ["a": [1, "b"]])
        #expect(reading.payload.extra["thing"] == nil && reading.payload.extra["infinite"] == nil)
        let dropped = Set(reading.issues.filter { $0.problem == .notJSON }.map(\.path))
        #expect(dropped.isSuperset(of: ["", "aps.sound", "thing", "date", "infinite", "list[1]"]))
    }

    @Test("A cyclic dictionary is read to a limit")
    func wide() {
        let huge = PushPayload(userInfo: ["list": Array(repeating: 1, count: 200_000)])
        #expect((huge.extra["list"]?.array?.count ?? 0) < 20_001)
        var bush: Any = 1
        for _ in 0..<40 { bush = [bush, bush] }
        _ = PushPayload.read(userInfo: ["bush": bush])
    }
}
