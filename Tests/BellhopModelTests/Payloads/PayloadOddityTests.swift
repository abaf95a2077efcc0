import BellhopKit
import BellhopModel
import Foundation
import Testing

@Suite("Odd payloads")
struct PayloadIssueTests {
    @Test(
        "A value of the wrong type goes to extra, and the rest is read",
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

    @Test("Oddities say where and what, in words")
    func words() throws {
        let reading = try PushPayload.read(bytes: #"{"aps":{"badge":"x","colour":1,"relevance-score":9}}"#.utf8)
        #expect(
            reading.issues.map(\.description).sorted() == [
                "aps.badge should be a whole number from 0",
                "aps.colour is not a key that Apple documents",
                "aps.relevance-score is out of range and was brought into it",
            ])
        #expect(try PushPayload.read(bytes: "{}".utf8).issues.map(\.description) == ["aps is missing"])
    }

    @Test(
        "Only what is no JSON object is refused",
        arguments: [
            ("", PayloadDecodingError.notJSON), ("{", .notJSON), ("nonsense", .notJSON), ("[]", .notAnObject),
            ("1", .notAnObject),
            ("\"x\"", .notAnObject), ("null", .notAnObject),
        ])
    func refused(_ text: String, _ error: PayloadDecodingError) {
        #expect(throws: error) { try PushPayload(bytes: text.utf8) }
    }

    @Test("The canonical key wins over the others; a different value under another is kept")
    func both() throws {
        let payload = try PushPayload(
            bytes: #"{"aps":{},"itemId":"a","item_id":"b","imageURL":"u","image_url":"u"}"#.utf8)
        #expect(payload.itemID == "a" && payload.extra == ["item_id": "b"])
        #expect(payload.imageURL == "u")
    }

    @Test("A truth value is not taken for a number, nor a number for a truth value")
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

    @Test("A dictionary with things that JSON cannot say is read without them")
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

    @Test("A dictionary without end is read to a limit")
    func wide() {
        let huge = PushPayload(userInfo: ["list": Array(repeating: 1, count: 200_000)])
        #expect((huge.extra["list"]?.array?.count ?? 0) < 20_001)
        var bush: Any = 1
        for _ in 0..<40 { bush = [bush, bush] }
        _ = PushPayload.read(userInfo: ["bush": bush])
    }
}
