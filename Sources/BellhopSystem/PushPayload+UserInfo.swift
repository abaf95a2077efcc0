public import BellhopModel
import Foundation

extension PushPayload {
    /// Reads the `userInfo` that an app, a service extension or a notification center's delegate receives.
    public init(userInfo: [AnyHashable: Any]) { self = Self.read(userInfo: userInfo).payload }

    /// Reads the payload like ``init(userInfo:)``, and reports its issues.
    public static func read(userInfo: [AnyHashable: Any]) -> Reading {
        var conversion = PropertyListConversion()
        let object = conversion.object(userInfo)
        var reading = read(json: object)
        reading.issues = conversion.issues + reading.issues
        return reading
    }

    /// The `userInfo` of a local notification, from which ``init(userInfo:)`` reads the same payload again. It has
    /// property list types only: the system refuses others, such as null.
    public var userInfo: [AnyHashable: Any] { json.propertyList as? [String: Any] ?? [:] }
}

extension JSONValue {
    /// The value in types of property lists; `nil` for null.
    fileprivate var propertyList: Any? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.compactMap(\.propertyList)
        case .object(let values): values.compactMapValues(\.propertyList)
        }
    }
}

/// Converts `userInfo` to JSON values.
///
/// An app may have added any values, so this has its own limits: a value that is not JSON, is nested too deeply or
/// makes the total too large is dropped and reported.
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
        // Collections first: checking whether one is a number or a text would make Foundation on Linux bridge all its
        // elements, regardless of the limits set here.
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
        // "c" is the encoding of a boolean in NSNumber; no other value in a property list has that type.
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

/// Unwraps an optional in an `Any`.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// The shown content of a notification: a service extension may have changed it, and an app's own notification has no
/// payload.
public struct ShownContent: Hashable, Sendable {
    public var title: String
    public var subtitle: String
    public var body: String
    /// The category, which determines the buttons.
    public var category: String
    public var thread: String

    public init(
        title: String = "", subtitle: String = "", body: String = "", category: String = "", thread: String = ""
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.category = category
        self.thread = thread
    }
}

extension PushPayload {
    /// The payload of a notification that is on the screen. Shown values override the payload's, because the user acted
    /// on them; empty ones do not.
    public init(userInfo: [AnyHashable: Any], shown: ShownContent) {
        self.init(userInfo: userInfo)
        func text(_ text: String) -> String? { text.isEmpty ? nil : text }
        aps.category = text(shown.category).map(CategoryID.init(rawValue:)) ?? aps.category
        aps.threadID = text(shown.thread) ?? aps.threadID
        guard text(shown.title) ?? text(shown.subtitle) ?? text(shown.body) != nil else { return }
        var alert = aps.alert ?? PushAlert()
        alert.title = text(shown.title) ?? alert.title
        alert.subtitle = text(shown.subtitle) ?? alert.subtitle
        alert.body = text(shown.body) ?? alert.body
        aps.alert = alert
    }
}
