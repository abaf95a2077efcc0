import BellhopCore
import BellhopModel
import Foundation
import Hummingbird

/// One authenticated request, as a route sees it.
struct Call: Sendable {
    let request: Request
    let context: BellhopContext
    /// The caller's key; `nil` only on routes that are open to everyone.
    let caller: KeyRecord?
    /// The whole body; empty when there was none.
    let body: [UInt8]
    /// The fields that the body may have; `nil` for an endpoint without a body.
    let fields: KnownFields?
    /// Makes the record of this call's reply, when it named an `Idempotency-Key`.
    let idempotency: IdempotencyClaim?

    /// The caller of a route that only keys may call.
    func key() throws -> KeyRecord {
        guard let caller else { throw APIError(.unauthorized) }
        return caller
    }

    /// The body as a `Body`.
    /// - Throws: ``APIError`` that names the field and what was expected there; `invalid_json` for any other encoding
    ///   than UTF-8, `invalid_request` when any text holds U+0000, a field is unknown, or the body is nested too deeply.
    func decode<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
        // Foundation would also read UTF-16 and UTF-32, in which JSON is never without a zero byte (RFC 8259 §8.1).
        guard !body.contains(0) else { throw APIError(.invalidJSON, "The body is not JSON in UTF-8.") }
        guard !UnstorableText.isIn(body) else {
            throw APIError(.invalidRequest, "No text may hold U+0000, which databases cannot store.")
        }
        guard !DeepJSON.isIn(body) else {
            throw APIError(.invalidRequest, "Arrays and objects may stand at most \(DeepJSON.limit) deep.")
        }
        guard let fields else { throw APIError(.internalError) }
        let read = try RequestBody(body, of: fields)
        do {
            return try CanonicalJSON.decode(type, from: read.json)
        } catch let error as DecodingError {
            throw APIError(describing: error, in: read)
        }
    }

    /// The body as a `Body`, or `fallback` when there is none.
    func decode<Body: Decodable>(orEmpty fallback: Body) throws -> Body { body.isEmpty ? fallback : try decode() }

    /// The variable part `{id}` of the path. What is not an id at all names nothing.
    func id<Kind>() throws -> Identifier<Kind> {
        let text = context.parameters.get("id") ?? ""
        guard let id = Identifier<Kind>(text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not an id.")
        }
        return id
    }

    /// The variable part `{parameter}` of the path.
    func name<Kind>(_ parameter: String = "id") throws -> Name<Kind> {
        let text = context.parameters.get(parameter) ?? ""
        guard let name = Name<Kind>(text.removingPercentEncoding ?? text) else {
            throw APIError(.notFound, "\(text.debugDescription) is not an id.")
        }
        return name
    }

    /// The query value `name`, read as `Value`; `nil` when it was not sent.
    func query<Value: LosslessStringConvertible>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let text = request.uri.queryParameters[Substring(name)] else { return nil }
        guard let value = Value(String(text)) else {
            throw APIError(.invalidRequest, "\(name): \(String(text).debugDescription) cannot be read.")
        }
        return value
    }

    /// The query value `name` for a body that lacks `field`.
    func query<Value: LosslessStringConvertible>(
        _ name: String, instead value: Value?, of field: String
    ) throws -> Value? {
        let given = try query(name, as: Value.self)
        guard value == nil || given == nil else {
            throw APIError(.invalidRequest, "\(field): given in the query too; leave one out.")
        }
        return value ?? given
    }

    /// How many items a list should have: one of `APILimits.page`, 50 unless asked for.
    func limit() throws -> Int {
        let limit = try query("limit", as: Int.self) ?? 50
        let range = APILimits.page
        guard range.contains(limit) else {
            throw APIError(.invalidRequest, "limit: \(range.lowerBound) to \(range.upperBound) expected.")
        }
        return limit
    }
}

extension APIError {
    /// What is wrong with a body, in words for whoever wrote it.
    init(describing error: DecodingError, in body: RequestBody) {
        func path(_ keys: [any CodingKey]) -> String {
            guard !keys.isEmpty else { return "the body" }
            let path = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
            return body.givenNames[path].map { "\($0), which is \(path)" } ?? path
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.invalidRequest, "\(path(context.codingPath + [key])): this field is missing.")
        case .valueNotFound(_, let context):
            self.init(.invalidRequest, "\(path(context.codingPath)): null is not allowed here.")
        case .typeMismatch(let type, let context):
            self.init(.invalidRequest, "\(path(context.codingPath)): \(Self.name(of: type)) expected.")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.invalidRequest, "\(path(context.codingPath)): \(context.debugDescription)")
        case .dataCorrupted:
            if let place = BrokenNumber.places(in: body.json) {
                self.init(.invalidRequest, "\(place): a whole number expected, of 64 bits at most.")
                return
            }
            self.init(.invalidJSON, "The body is not JSON in UTF-8.")
        @unknown default:
            self.init(.invalidRequest)
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "an array"
        default: "another type"
        }
    }
}
