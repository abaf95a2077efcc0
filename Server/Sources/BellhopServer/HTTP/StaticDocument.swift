import BellhopConsole
import BellhopFoundation
import BellhopModel
import Crypto
import HTTPTypes
import Hummingbird

/// A document that does not change while the server runs. Clients keep it, and ask each time whether it is current:
/// another version of the server may answer.
struct StaticDocument: Sendable {
    let body: [UInt8]
    /// A strong validator (RFC 9110 §8.8.3), with its quotes.
    let tag: String
    private let fields: HTTPFields
    /// The body as gzip; `nil` if this saves less than a tenth.
    private let compressed: [UInt8]?

    /// - Parameters:
    ///   - type: the media type.
    ///   - policy: the content security policy of a page.
    init(_ body: [UInt8], type: String, policy: String? = nil) {
        self.body = body
        tag = "\"\(Base64.encodeURLSafe(SHA256.hash(data: body).prefix(16)))\""
        var fields: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: "no-cache"]
        if let policy {
            fields[.contentSecurityPolicy] = policy
            fields[.xContentTypeOptions] = "nosniff"
            fields[.referrerPolicy] = "no-referrer"
            fields[.crossOriginOpenerPolicy] = "same-origin"
        }
        compressed = Self.compress(body)
        // Caches between client and server keep both forms (RFC 9110 §12.5.5).
        if compressed != nil { fields[.vary] = "Accept-Encoding" }
        self.fields = fields
    }

    private static func compress(_ body: [UInt8]) -> [UInt8]? {
        let result = [UInt8](unsafeUninitializedCapacity: body.count * 9 / 10) { result, count in
            count = bellhop_gzip(body, body.count, result.baseAddress, result.count)
        }
        return result.isEmpty ? nil : result
    }

    func reply(to request: Request) -> Reply {
        var reply = Reply(status: 200, body: body, fields: fields)
        if let compressed, acceptsGzip(request.headers[.acceptEncoding]) {
            // Another form has another validator.
            reply.fields[.eTag] = "\"gzip-\(tag.dropFirst())"
            reply.fields[.contentEncoding] = "gzip"
            reply.body = compressed
        }
        guard names(reply.fields[.eTag] ?? tag, request.headers[.ifNoneMatch]) else { return reply }
        reply.status = 304
        reply.body = []
        reply.fields[.contentType] = nil
        reply.fields[.contentEncoding] = nil
        return reply
    }

    /// Checks that `Accept-Encoding` names gzip with a weight above 0 (RFC 9110 §12.5.3).
    private func acceptsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let parts = part.split(separator: ";").map { $0.trimmed.lowercased() }
            guard parts.first == "gzip" || parts.first == "x-gzip" else { return false }
            return !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }

    /// Checks that `If-None-Match` names the tag: any, or one of a list, compared weakly (RFC 9110 §13.1.2).
    private func names(_ tag: String, _ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let text = part.trimmed
            return text == "*" || text == tag || text == "W/\(tag)"
        }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
