public import BellhopModel

extension JSONValue {
    /// Decodes bytes of untrusted origin.
    ///
    /// - Returns: `nil` for invalid JSON, and for JSON nested deeper than ``JSONScanner/depthLimit``.
    public init?(bounded bytes: [UInt8]) {
        guard JSONScanner.depth(of: bytes) <= JSONScanner.depthLimit,
            let value = try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        else { return nil }
        self = value
    }

    /// A string, or a number or flag as text.
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
