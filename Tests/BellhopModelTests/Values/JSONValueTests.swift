import BellhopModel
import Foundation
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test(
        "JSON is read and written in canonical form",
        arguments: [
            (#"{ "b" : 1, "a" : [ true , null, -0.5, "x/y" ] }"#, #"{"a":[true,null,-0.5,"x/y"],"b":1}"#),
            ("1.0", "1"), ("1e2", "100"), ("9223372036854775807", "9223372036854775807"), (#""\u00e9\n""#, #""é\n""#),
            ("false", "false"), ("{}", "{}"), ("[]", "[]"), (#""1""#, #""1""#),
        ])
    func canonical(_ text: String, _ canonical: String) throws {
        #expect(try CanonicalJSON.text(CanonicalJSON.decode(JSONValue.self, from: text.utf8)) == canonical)
    }

    @Test("CanonicalJSON encodes values to the same bytes as JSONEncoder", arguments: 0..<200)
    func encoder(seed: UInt64) throws {
        let value = Self.value(depth: 4, seed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(try CanonicalJSON.encode(value) == Array(encoder.encode(value)))
    }

    @Test("Encoding a number that JSON cannot express fails", arguments: [Double.nan, .infinity, -.infinity])
    func invalid(number: Double) {
        #expect(throws: EncodingError.self) { try CanonicalJSON.encode(JSONValue.array([.number(number)])) }
    }

    private static func value(depth: Int, _ seed: UInt64) -> JSONValue {
        let next = { (salt: UInt64) in (seed &+ salt) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
        let random = next(1) >> 33
        switch random % (depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .bool(random.isMultiple(of: 2))
        case 2: return .integer(Int64(bitPattern: next(2)))
        case 3:
            let number = Double(bitPattern: next(3))
            return .number(
                number.isFinite ? number : [1e21, 0.1, -0.0, .leastNonzeroMagnitude, 1e16, 123456.75][Int(random % 6)])
        case 4: return .string(text(next(4)))
        case 5: return .array((0..<random % 4).map { value(depth: depth - 1, next(5 + $0)) })
        default:
            // JSONEncoder's order of other keys differs between systems.
            let members = (0..<random % 5).map { ("k\($0)", value(depth: depth - 1, next(9 + $0))) }
            return .object(Dictionary(uniqueKeysWithValues: members))
        }
    }

    /// Control characters, quotes, backslashes, letters, and characters of two, three and four bytes.
    private static func text(_ seed: UInt64) -> String {
        let alphabet =
            Array((0...0x2F).compactMap { Unicode.Scalar($0) }.map { String($0) })
            + "[\\]\u{7F}é\u{2028}€🔔".map { String($0) }
        let length = seed >> 33 % 20
        return (0..<length).map { alphabet[Int((seed >> 8 &+ $0 &* 31) % 56)] }.joined()
    }

    @Test("A whole number is an integer, and a boolean is not a number")
    func numbers() {
        #expect(
            JSONValue.number(3).integer == 3 && JSONValue.number(3.5).integer == nil && JSONValue.integer(3).number == 3
        )
        #expect(JSONValue.bool(true).integer == nil && JSONValue.integer(1).bool == nil)
        #expect(JSONValue.number(1e300).integer == nil)
    }

    @Test("Members are found by key, and only in objects")
    func members() {
        let value: JSONValue = ["a": ["b": "c"]]
        #expect(value["a"]?["b"]?.string == "c" && value["x"] == nil && JSONValue.string("a")["a"] == nil)
    }

    @Test("Decoding deeply nested input does not crash")
    func deep() {
        for count in [100, 10_000, 200_000] {
            _ = try? CanonicalJSON.decode(JSONValue.self, from: String(repeating: "[", count: count).utf8)
            _ = try? CanonicalJSON.decode(
                JSONValue.self, from: (String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8
            )
        }
    }
}
