/// Takes known fields out of a JSON object one by one; what cannot be read stays, with a note of what is odd about it.
struct FieldReader {
    /// What nobody has taken.
    private(set) var rest: [String: JSONValue]
    private(set) var issues: [PayloadIssue] = []
    private let path: String

    init(_ object: [String: JSONValue], path: String = "") {
        rest = object
        self.path = path
    }

    /// The first of `keys` whose value `read` accepts. `null` counts as left out; equal copies under the later keys are
    /// taken along.
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

    /// 1 or `true`; Apple documents the number.
    mutating func takeFlag(_ key: String) -> Bool {
        take(key, wanted: "1") { json in
            switch json {
            case .bool(let value): value
            default: json.integer.flatMap { $0 == 1 ? true : $0 == 0 ? false : nil }
            }
        } ?? false
    }

    /// In seconds since 1970, until the year 9999.
    mutating func takeSeconds(_ key: String) -> Timestamp? {
        take(key, wanted: "seconds since 1970") { json in
            guard let seconds = json.number, (0...253_402_300_799).contains(seconds) else { return nil }
            return Timestamp(seconds: Int64(seconds))
        }
    }

    mutating func takeObject(_ key: String) -> JSONValue? {
        take(key, wanted: "an object") { $0.object == nil ? nil : $0 }
    }

    /// A reader for the object `key`; `nil` when it is none.
    mutating func takeReader(_ key: String) -> FieldReader? {
        take(key, wanted: "an object", \.object).map { FieldReader($0, path: path.isEmpty ? key : "\(path).\(key)") }
    }

    mutating func note(_ key: String, _ problem: PayloadIssue.Problem) {
        issues.append(PayloadIssue(path.isEmpty ? key : "\(path).\(key)", problem))
    }

    mutating func note(_ more: [PayloadIssue]) { issues += more }
}
