/// Removes known fields from a JSON object one by one. Unreadable fields stay, and an issue is recorded for each.
struct PayloadFieldReader {
    /// The fields that have not been taken.
    private(set) var rest: [String: JSONValue]
    private(set) var issues: [PayloadIssue] = []
    private let path: String

    init(_ object: [String: JSONValue], path: String = "") {
        rest = object
        self.path = path
    }

    /// Takes the first of `keys` whose value `read` accepts. `null` counts as missing. Equal copies under later keys
    /// are removed too.
    mutating func take<Value>(
        _ keys: String..., wanted: String, _ read: (JSONValue) -> Value?
    ) -> Value? { take(keys, wanted: wanted, read) }

    mutating func take<Value>(_ keys: [String], wanted: String, _ read: (JSONValue) -> Value?) -> Value? {
        var taken: (value: Value, json: JSONValue)?
        for key in keys {
            guard let json = rest[key] else { continue }
            if json == .null || taken?.json == json {
                rest.removeValue(forKey: key)
            } else if taken == nil {
                if let value = read(json) {
                    taken = (value, json)
                    rest.removeValue(forKey: key)
                } else {
                    note(key, .unexpected(wanted: wanted))
                }
            }
        }
        return taken?.value
    }

    mutating func takeText(_ keys: String...) -> String? { take(keys, wanted: "a text", \.string) }

    mutating func takeTexts(_ key: String) -> [String]? {
        take(key, wanted: "a list of texts") { json in
            let texts = json.array?.compactMap(\.string)
            return texts?.count == json.array?.count ? texts : nil
        }
    }

    /// Accepts 1, as documented by Apple, and `true`.
    mutating func takeFlag(_ key: String) -> Bool {
        take(key, wanted: "1") { json in
            switch json {
            case .bool(let value): value
            default: json.integer.flatMap { $0 == 1 ? true : $0 == 0 ? false : nil }
            }
        } ?? false
    }

    /// Reads seconds since 1970, up to the year 9999.
    mutating func takeSeconds(_ key: String) -> Timestamp? {
        take(key, wanted: "seconds since 1970") { json in
            guard let seconds = json.number, (0...253_402_300_799).contains(seconds) else { return nil }
            return Timestamp(seconds: Int64(seconds))
        }
    }

    mutating func takeObject(_ key: String) -> JSONValue? {
        take(key, wanted: "an object") { $0.object == nil ? nil : $0 }
    }

    /// A reader for the object under `key`; `nil` when the value is not an object.
    mutating func takeReader(_ key: String) -> PayloadFieldReader? {
        take(key, wanted: "an object", \.object).map {
            PayloadFieldReader($0, path: path.isEmpty ? key : "\(path).\(key)")
        }
    }

    mutating func note(_ key: String, _ problem: PayloadIssue.Problem) {
        issues.append(PayloadIssue(path.isEmpty ? key : "\(path).\(key)", problem))
    }

    mutating func note(_ more: [PayloadIssue]) { issues += more }
}

/// A defect of a payload. It never prevents reading the rest.
public struct PayloadIssue: Hashable, Sendable, CustomStringConvertible {
    /// The path of the field, such as `aps.badge`; empty for the whole payload.
    public let path: String
    public let problem: Problem

    public init(_ path: String, _ problem: Problem) {
        self.path = path
        self.problem = problem
    }

    public enum Problem: Hashable, Sendable {
        /// A value of the wrong type or out of range, kept in `extra`.
        case unexpected(wanted: String)
        /// A number out of range, replaced by the nearest valid one.
        case clamped
        /// A key of `aps` that Apple does not document and the system ignores, kept in `extra`.
        case unknownKey
        /// A missing `aps`, without which APNs accepts no payload.
        case missing
        /// A value that JSON cannot represent, or that is nested too deeply. Dropped.
        case notJSON
    }

    public var description: String {
        let what = path.isEmpty ? "the payload" : path
        return switch problem {
        case .unexpected(let wanted): "\(what) should be \(wanted)"
        case .clamped: "\(what) is out of range and was clamped"
        case .unknownKey: "\(what) is not a key that Apple documents"
        case .missing: "\(what) is missing"
        case .notJSON: "\(what) is not a JSON value and was dropped"
        }
    }
}
