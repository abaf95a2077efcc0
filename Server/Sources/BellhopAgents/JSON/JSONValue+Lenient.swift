import BellhopModel

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
