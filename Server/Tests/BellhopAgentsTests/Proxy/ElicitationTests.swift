import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Forms of elicitations")
struct ElicitationTests {
    private static func form(_ property: JSONValue, isRequired: Bool = true) -> ElicitationForm? {
        ElicitationForm(["properties": ["p": property], "required": isRequired ? ["p"] : []])
    }

    @Test(
        "Each kind of property takes what fits it, as a value of its type",
        arguments: [
            (["type": "string"], Reply(text: "Ada"), "Ada"),
            (["type": "string", "minLength": 4], Reply(text: "Ada"), nil),
            (["type": "string", "maxLength": 2], Reply(text: "Ada"), nil),
            (["type": "number", "maximum": 2], Reply(text: "1.5"), 1.5),
            (["type": "number", "maximum": 2], Reply(text: "2.5"), nil),
            (["type": "number"], Reply(text: "nan"), nil),
            (["type": "integer"], Reply(text: "1.5"), nil),
            (["type": "integer"], Reply(text: "7 "), 7),
            (["type": "boolean"], Reply(selected: ["Yes"]), true),
            (["type": "string", "enum": ["a", "b"], "enumNames": ["Alpha", "Beta"]], Reply(selected: ["Beta"]), "b"),
            (["type": "string", "oneOf": [["const": "#f00", "title": "Red"]]], Reply(selected: ["Red"]), "#f00"),
            (
                ["type": "array", "items": ["type": "string", "enum": ["a", "b"]]], Reply(selected: ["b", "a"]),
                ["b", "a"]
            ),
            (["type": "array", "maxItems": 1, "items": ["enum": ["a", "b"]]], Reply(selected: ["a", "b"]), nil),
            (["type": "array", "items": ["anyOf": [["const": "x", "title": "X"]]]], Reply(selected: ["X"]), ["x"]),
        ] as [(JSONValue, Reply, JSONValue?)])
    func values(schema: JSONValue, reply: Reply, value: JSONValue?) throws {
        let form = try #require(Self.form(schema))
        #expect(form.content(of: [reply]) == value.map { ["p": $0] })
    }

    @Test("What need not be filled in can be left out, also when it is a text")
    func optional() throws {
        let form = try #require(Self.form(["type": "string", "title": "Name"], isRequired: false))
        #expect(form.questionForm.questions.first?.options.map(\.label) == ["Leave out"])
        #expect(form.content(of: [Reply(selected: ["Leave out"])]) == [:])
        #expect(form.content(of: [Reply(text: "Ada")]) == ["p": "Ada"])
    }

    @Test(
        "What a phone cannot ask makes no form",
        arguments: [
            ["type": "object"], ["type": "string", "enum": []], ["type": "array", "items": ["type": "string"]],
            "string", [:], ["type": "string", "enum": ["a", 2]], ["type": "string", "format": "password"],
            ["type": "string", "oneOf": [["const": "a"], ["title": "B"]]], ["type": "string", "writeOnly": true],
            ["type": "string", "enum": .array((0..<30).map { .string("\($0)") })],
        ] as [JSONValue])
    func none(schema: JSONValue) {
        #expect(Self.form(schema) == nil)
    }
}
