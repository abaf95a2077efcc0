import BellhopModel
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

    @Test("Deeply nested input does not end the process")
    func deep() {
        for count in [100, 10_000, 200_000] {
            _ = try? CanonicalJSON.decode(JSONValue.self, from: String(repeating: "[", count: count).utf8)
            _ = try? CanonicalJSON.decode(
                JSONValue.self, from: (String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8
            )
        }
    }
}
