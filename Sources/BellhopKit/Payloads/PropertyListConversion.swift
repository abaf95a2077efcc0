import BellhopModel
import Foundation

/// Turns what the system hands over as `userInfo` into JSON values.
///
/// An app may have put anything into it, so this has limits of its own: what is no JSON value, lies too deep or makes
/// the whole too large is dropped and noted.
struct PropertyListConversion {
    private(set) var issues: [PayloadIssue] = []
    /// A payload has at most 4 KB; this is more values than fit into it. It also ends cycles.
    private var remaining = 20_000
    private static let deepest = 64

    mutating func object(_ dictionary: [AnyHashable: Any]) -> [String: JSONValue] {
        object(dictionary, path: "", depth: 0)
    }

    private mutating func object(_ dictionary: [AnyHashable: Any], path: String, depth: Int) -> [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        for (key, value) in dictionary {
            guard let name = Self.text(key.base) else {
                issues.append(PayloadIssue(path, .notJSON))
                continue
            }
            object[name] = json(value, path: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1)
        }
        return object
    }

    private mutating func json(_ value: Any, path: String, depth: Int) -> JSONValue? {
        remaining -= 1
        guard remaining >= 0, depth <= Self.deepest else { return drop(path) }
        // `nil as Any`, which a dictionary literal of optional values makes.
        if let optional = value as? any OptionalValue {
            return optional.wrapped.flatMap { json($0, path: path, depth: depth) }
        }
        // Collections before anything else: to try whether one is a number or a text, Foundation on Linux would bridge
        // all that is in it, and ignore every limit set here.
        if let array = value as? [Any] {
            return .array(array.enumerated().compactMap { json($1, path: "\(path)[\($0)]", depth: depth + 1) })
        }
        if let dictionary = value as? [AnyHashable: Any] {
            return .object(object(dictionary, path: path, depth: depth))
        }
        return Self.scalar(value) ?? drop(path)
    }

    private mutating func drop(_ path: String) -> JSONValue? {
        if issues.count < 100 { issues.append(PayloadIssue(path, .notJSON)) }
        return nil
    }

    private static func scalar(_ value: Any) -> JSONValue? {
        switch value {
        case let value as JSONValue: return value
        case is NSNull: return .null
        case let value as URL: return .string(value.absoluteString)
        // First, because a boxed number also casts to Bool and to every number type with Apple's Foundation.
        case let value as NSNumber: return number(value)
        case let value as Bool: return .bool(value)
        case let value as Double: return fraction(value)
        case let value as Float: return fraction(Double(value))
        case let value as any BinaryInteger:
            return Int64(exactly: value).map(JSONValue.integer) ?? .number(Double(value))
        default: return text(value).map(JSONValue.string)
        }
    }

    private static func number(_ number: NSNumber) -> JSONValue? {
        // "c" is how NSNumber encodes a truth value; nothing else in a property list has that type.
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"): return .bool(number.boolValue)
        case UInt8(ascii: "f"), UInt8(ascii: "d"): return fraction(number.doubleValue)
        case UInt8(ascii: "Q"):
            return Int64(exactly: number.uint64Value).map(JSONValue.integer) ?? .number(number.doubleValue)
        default: return .integer(number.int64Value)
        }
    }

    private static func fraction(_ value: Double) -> JSONValue? {
        guard value.isFinite else { return nil }
        return Int64(exactly: value).map(JSONValue.integer) ?? .number(value)
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let text as NSString: text as String
        default: nil
        }
    }
}

/// Sees through an optional that has been put into an `Any`.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
