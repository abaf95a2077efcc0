public import BellhopModel

extension JSONValue {
    /// A string, or a number or flag written as one.
    var lenientText: String? {
        switch self {
        case .string(let text): text
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .bool(let value): String(value)
        case .null, .array, .object: nil
        }
    }

    /// A flag, also when it was written as a string or a number.
    var lenientFlag: Bool? {
        switch self {
        case .bool(let value): value
        case .integer(0), .string("false"), .string("0"): false
        case .integer(1), .string("true"), .string("1"): true
        default: nil
        }
    }
}

extension JSONValue {
    /// What foreign bytes say.
    ///
    /// - Returns: `nil` for what is no JSON, and for what is nested deeper than ``NestingDepth/limit``.
    public init?(bounded bytes: [UInt8]) {
        guard NestingDepth.of(bytes) <= NestingDepth.limit,
            let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        else { return nil }
        self = value
    }
}

/// How deep arrays and objects stand inside each other, counted over the bytes without decoding them.
enum NestingDepth {
    /// What is decoded. Decoding is recursive; the limit keeps it far from the end of the stack.
    static let limit = 128

    /// Exact for JSON. For anything else any number, which does no harm: decoding will refuse it.
    static func of(_ bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if escaped {
                escaped = false
            } else if inString {
                if byte == UInt8(ascii: "\\") { escaped = true } else if byte == UInt8(ascii: "\"") { inString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): inString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    deepest = max(deepest, depth)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
        }
        return deepest
    }
}
