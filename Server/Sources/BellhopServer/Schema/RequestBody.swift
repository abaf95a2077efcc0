import BellhopModel

/// A valid request body in which every field has the name that its type decodes.
struct RequestBody: Sendable {
    private(set) var json: [UInt8]
    /// The aliases in the request, by the path of the field.
    private(set) var aliases: [String: String] = [:]

    /// - Throws: ``APIError`` `invalid_json`, or `invalid_request` with the field's name and the accepted values.
    init(_ json: [UInt8], as schema: RequestSchema) throws {
        self.json = json
        do {
            try RequestReader.validate(json, as: schema)
        } catch RequestReader.Fault.unknownField {
            // Validated before any value is created.
            do { try RequestReader.validate(json) } catch { throw APIError(error, in: self) }
            guard let value = try? CanonicalJSON.decode(JSONValue.self, from: json) else { throw APIError.notJSON }
            self.json = try CanonicalJSON.encode(try rename(value, schema, []))
            do { try RequestReader.validate(self.json, as: schema) } catch { throw APIError(error, in: self) }
        } catch {
            throw APIError(error, in: self)
        }
    }

    /// The body as a `Body`.
    func decode<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
        do {
            return try CanonicalJSON.decode(type, from: json)
        } catch let error as DecodingError {
            throw APIError(error, in: self)
        }
    }

    /// A path for an error message, with the name in the request.
    fileprivate func place(_ path: [String]) -> String {
        guard !path.isEmpty else { return "the body" }
        let name = Self.joined(path)
        return aliases[name].map { "\($0), which is \(name)" } ?? name
    }

    fileprivate static func joined(_ path: [String]) -> String {
        path.dropFirst().reduce(path.first ?? "") { $0 + ($1.hasPrefix("[") ? $1 : "." + $1) }
    }
}

extension RequestBody {
    private mutating func rename(_ value: JSONValue, _ schema: RequestSchema, _ path: [String]) throws -> JSONValue {
        switch (value, schema.form) {
        case (.object(let members), .object(let fields)):
            return try rename(members, fields, path)
        case (.object(let members), .map(let inner, _, _)):
            var renamed = members
            for (name, member) in members { renamed[name] = try rename(member, inner, path + [name]) }
            return .object(renamed)
        case (.array(let items), .list(let inner, _, _)):
            return .array(try items.enumerated().map { try rename($1, inner, path + ["[\($0)]"]) })
        default:
            return value
        }
    }

    private mutating func rename(
        _ members: [String: JSONValue], _ fields: RequestSchema.Fields, _ path: [String]
    ) throws -> JSONValue {
        var object = JSONValue.object([:])
        for (name, member) in members {
            if let schema = fields.schema(of: name) { object[[name]] = try rename(member, schema, path + [name]) }
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) where fields.schema(of: name) == nil {
            guard !fields.isOpen else {
                object[[name]] = member
                continue
            }
            // The name is untrusted, and may be as long as the body.
            let place = Self.joined(path + [name.count > 64 ? name.prefix(64) + "…" : name])
            guard let alias = FieldAlias.find(name, among: fields.names, of: fields.component) else {
                let help =
                    FieldAlias.nearest(to: name, among: fields.names).map { ", did you mean \($0)?" }
                    ?? "; accepted fields: \(fields.names.sorted().joined(separator: ", "))."
                throw APIError(.invalidRequest, "\(place): unknown field\(help)")
            }
            let field = alias.field.joined(separator: ".")
            guard object[alias.field] == nil, object.canHold(alias.field) else {
                throw APIError(
                    .invalidRequest, "\(place): another name for \(field), which is also given; omit one of them.")
            }
            let schema = alias.field.reduce(RequestSchema?.none) { $0 == nil ? fields.schema(of: $1) : $0?.field($1) }
            let value = try schema.map { try rename(member, $0, path + alias.field) } ?? member
            object[alias.field] = alias.isListOfOne && member != .null ? [value] : value
            aliases[Self.joined(path + alias.field)] = place
        }
        return object
    }
}

extension RequestSchema {
    fileprivate func field(_ name: String) -> RequestSchema? {
        if case .object(let fields) = form { fields.schema(of: name) } else { nil }
    }
}

extension APIError {
    fileprivate static let notJSON = APIError(.invalidJSON, "The body is not JSON in UTF-8.")

    fileprivate init(_ fault: any Error, in body: RequestBody) {
        guard case .invalid(let path, let problem)? = fault as? RequestReader.Fault else {
            self = .notJSON
            return
        }
        self.init(.invalidRequest, "\(body.place(path)): \(problem)")
    }

    /// The error for a body that is valid by its schema, and that its type refuses.
    fileprivate init(_ error: DecodingError, in body: RequestBody) {
        func place(_ keys: [any CodingKey]) -> String {
            body.place(keys.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue })
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.invalidRequest, "\(place(context.codingPath + [key])): this field is missing.")
        case .valueNotFound(_, let context):
            self.init(.invalidRequest, "\(place(context.codingPath)): null is not allowed here.")
        case .typeMismatch(_, let context):
            self.init(.invalidRequest, "\(place(context.codingPath)): another type expected.")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.invalidRequest, "\(place(context.codingPath)): \(context.debugDescription)")
        case .dataCorrupted: self = .notJSON
        @unknown default: self.init(.invalidRequest)
        }
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

    /// Checks that every value on `path` but the last is an object, or absent.
    fileprivate func canHold(_ path: [String]) -> Bool {
        path.indices.dropFirst().allSatisfy { end in
            let value = self[Array(path[..<end])]
            return value == nil || value?.object != nil
        }
    }
}
