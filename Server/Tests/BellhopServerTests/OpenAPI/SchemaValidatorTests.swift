import BellhopModel
import Testing

@Suite("The schema validator of the tests")
struct SchemaValidatorTests {
    private let validator = SchemaValidator(document: [
        "a": [
            "type": "object", "required": ["n"],
            "properties": ["n": ["type": "integer", "minimum": 1, "maximum": 3], "t": ["type": ["string", "null"]]],
        ]
    ])

    static let cases: [(JSONValue, JSONValue, Int)] = [
        (["n": 1], ["$ref": "#/a"], 0),
        (["n": 1, "t": .null], ["$ref": "#/a"], 0),
        (["n": 4], ["$ref": "#/a"], 1),
        (["n": "1"], ["$ref": "#/a"], 1),
        ([:], ["$ref": "#/a"], 1),
        (["n": 1, "more": 1], ["$ref": "#/a"], 1),
        (["n": 1], ["$ref": "#/b"], 1),
        ([["n": 0]], ["type": "array", "items": ["$ref": "#/a"]], 1),
        ("ab", ["type": "string", "pattern": "^[a-z]$"], 1),
        ("ab", ["type": "string", "maxLength": 1], 1),
        ("x", ["enum": ["a", "b"]], 1),
        ("x", ["format": "uuid"], 1),
        (["k": 1], ["additionalProperties": ["type": "boolean"]], 1),
        (["kk": true], ["additionalProperties": ["type": "boolean"], "propertyNames": ["maxLength": 1]], 1),
        (1, ["oneOf": [["type": "integer"], ["type": "number"]]], 1),
        (1, ["anyOf": [["type": "integer"], ["type": "number"]]], 0),
        (["n": 2], ["$ref": "#/a", "properties": ["n": ["enum": [1]]]], 1),
        (1, ["multipleOf": 1], 1),
    ]

    @Test("The validator reports every violation, and no other", arguments: cases)
    func faults(value: JSONValue, schema: JSONValue, count: Int) {
        #expect(validator.faults(of: value, against: schema).count == count)
    }
}
