import BellhopKit
import BellhopModel
import BellhopSystem
import BellhopTesting
import Foundation
import Testing

@Suite("Payload decoder fuzzing")
struct PayloadFuzzTests {
    @Test("Random bytes are refused, or read to one canonical form")
    func randomBytes() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<4000 { Self.check(generator.bytes(upTo: 200)) }
    }

    @Test("Damaged payloads are refused, or read to one canonical form")
    func mutations() throws {
        let samples = try ["received", "canonical", "built"].flatMap { folder in
            try Golden.names(in: folder).map { try Golden.bytes("\(folder)/\($0)") }
        }
        try #require(samples.count > 40)
        var generator = SeededGenerator(seed: 5)
        for round in 0..<12_000 { Self.check(generator.mutated(samples[round % samples.count])) }
    }

    @Test("Any JSON under any known key is read to one canonical form")
    func values() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<4000 {
            var aps: [String: JSONValue] = [:]
            for _ in 0..<generator.below(6) {
                aps[Self.key(Self.apsKeys, &generator)] = Self.value(&generator, depth: 3)
            }
            var object: [String: JSONValue] = [
                "aps": generator.below(9) == 0 ? Self.value(&generator, depth: 1) : .object(aps)
            ]
            for _ in 0..<generator.below(6) {
                object[Self.key(Self.ownKeys, &generator)] = Self.value(&generator, depth: 3)
            }
            Self.check(try CanonicalJSON.encode(object))
        }
    }

    /// Checks that decoding and encoding reach a fixed point after one round.
    static func check(_ bytes: [UInt8]) {
        guard let reading = try? PushPayload.read(bytes: bytes) else { return }
        _ = reading.payload.kind
        _ = reading.issues.map(\.description)
        do {
            let once = try reading.payload.encoded()
            let twice = try PushPayload(bytes: once).encoded()
            #expect(
                once == twice,
                "\(String(decoding: bytes, as: UTF8.self)) → \(String(decoding: once, as: UTF8.self)) → \(String(decoding: twice, as: UTF8.self))"
            )
            _ = try? reading.payload.fitted(to: 300)
            if let dictionary = try JSONSerialization.jsonObject(with: Data(once)) as? [String: Any] {
                _ = PushPayload.read(userInfo: dictionary)
            }
        } catch {
            Issue.record("\(error) for \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    static func key(_ keys: [String], _ generator: inout SeededGenerator) -> String {
        keys[generator.below(keys.count)]
    }

    static func value(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
        switch generator.below(depth > 0 ? 10 : 7) {
        case 0: return .null
        case 1: return .bool(generator.below(2) == 0)
        case 2: return .integer(Int64(generator.below(3)))
        case 3:
            return .integer([.min, .max, -1, 1_700_000_000, 1_700_000_000_000].randomElement(using: &generator) ?? 0)
        case 4:
            return .number(
                [0.5, -0.5, 1e18, 1e19, 1e300, .leastNonzeroMagnitude, 1.5e9].randomElement(using: &generator) ?? 0)
        case 5, 6:
            return .string(
                ["", "a", "start", "update", "passive", "message", "é", "e\u{301}", "\u{0}"].randomElement(
                    using: &generator) ?? "")
        case 7: return .array((0..<generator.below(3)).map { _ in value(&generator, depth: depth - 1) })
        default:
            let keys = [
                "title", "body", "loc-key", "loc-args", "title-loc-key", "title-loc-args", "sound", "name", "volume",
                "critical", "é",
            ]
            return .object(
                Dictionary(
                    (0..<generator.below(4)).map { _ in (key(keys, &generator), value(&generator, depth: depth - 1)) }
                ) { $1 })
        }
    }

    static let apsKeys = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content", "target-content-id",
        "interruption-level", "relevance-score", "filter-criteria", "timestamp", "event", "content-state", "stale-date",
        "dismissal-date", "attributes-type", "attributes", "input-push-token", "input-push-channel", "x",
    ]
    static let ownKeys = [
        "type", "notification_type", "requestId", "request_id", "questionId", "toolName", "toolInput", "sessionId",
        "session_id",
        "notificationId", "clearApprovalId", "reason", "deadline", "inputDigest", "deepLink", "deep_link", "imageURL",
        "image_url",
        "attachment-url", "itemId", "item_id", "messageId", "message_id", "resource_id", "projectName", "filesChanged",
        "codePreview",
        "errorType", "errorMessage", "summary", "sync_type", "silent", "thread-id", "relevance-score", "sound", "badge",
        "x",
    ]
}
