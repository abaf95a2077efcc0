import BellhopModel

/// A request body with every field under the name that its type reads.
struct RequestBody: Sendable {
    var json: [UInt8]
    /// The names under which the request gave fields, by the path of the field.
    var givenNames: [String: String] = [:]

    /// - Throws: ``APIError`` `invalid_request` for a field that is not known or given twice, which it names. Broken JSON
    ///   passes: decoding it says more.
    init(_ json: [UInt8], of fields: KnownFields) throws {
        self.json = json
        let scan = FieldScan(json, for: fields)
        if let name = scan.repeatedField { throw APIError(.invalidRequest, "\(name): given twice.") }
        guard scan.hasUnknownFields, let value = try? CanonicalJSON.decode(JSONValue.self, from: json) else { return }
        self.json = try CanonicalJSON.encode(try rename(value, fields, []))
    }

    private mutating func rename(_ value: JSONValue, _ fields: KnownFields, _ path: [String]) throws -> JSONValue {
        switch (value, fields) {
        case (.object(let members), .object(let known, let body)):
            return try rename(members, known, of: body, path)
        case (.object(let members), .map(let inner)):
            var renamed = members
            for (name, member) in members { renamed[name] = try rename(member, inner, path + [name]) }
            return .object(renamed)
        case (.array(let items), .list(let inner)):
            return .array(try items.enumerated().map { try rename($1, inner, path + [String($0)]) })
        default:
            return value
        }
    }

    private mutating func rename(
        _ members: [String: JSONValue], _ known: [String: KnownFields], of body: String?, _ path: [String]
    ) throws -> JSONValue {
        var object = JSONValue.object([:])
        for (name, member) in members {
            if let fields = known[name] { object[[name]] = try rename(member, fields, path + [name]) }
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) where known[name] == nil {
            // The name is the sender's, and may be as long as the body.
            let place = (path + [name.count > 64 ? name.prefix(64) + "…" : name]).joined(separator: ".")
            guard let alias = FieldAlias.find(name, among: known.keys, of: body) else {
                let help =
                    FieldAlias.nearest(to: name, among: known.keys).map { ", did you mean \($0)?" }
                    ?? "; known here: \(known.keys.sorted().joined(separator: ", "))."
                throw APIError(.invalidRequest, "\(place): unknown field\(help)")
            }
            let field = alias.field.joined(separator: ".")
            guard object[alias.field] == nil, object.mayHold(alias.field) else {
                throw APIError(.invalidRequest, "\(place): another name for \(field), which is given; leave one out.")
            }
            let fields = alias.field.reduce(KnownFields.object(known, body: body)) { $0[$1] }
            let value = try rename(member, fields, path + alias.field)
            object[alias.field] = alias.isListOfOne && member != .null ? [value] : value
            givenNames[(path + alias.field).joined(separator: ".")] = place
        }
        return object
    }
}

extension KnownFields {
    fileprivate subscript(name: String) -> KnownFields {
        if case .object(let fields, _) = self { fields[name] ?? .free } else { .free }
    }
}

extension JSONValue {
    /// The value at the end of `path` through objects.
    fileprivate subscript(path: [String]) -> JSONValue? {
        get { path.reduce(self) { $0?[$1] } }
        set {
            guard let name = path.first, case .object(var members) = self else { return }
            if path.count == 1 {
                members[name] = newValue
            } else {
                var inner = members[name] ?? .object([:])
                inner[Array(path.dropFirst())] = newValue
                members[name] = inner
            }
            self = .object(members)
        }
    }

    /// Whether everything on the way to the end of `path` is an object, or absent.
    fileprivate func mayHold(_ path: [String]) -> Bool {
        path.indices.dropFirst().allSatisfy { end in
            let value = self[Array(path[..<end])]
            return value == nil || value?.object != nil
        }
    }
}
