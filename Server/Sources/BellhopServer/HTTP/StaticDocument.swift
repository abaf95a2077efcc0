import BellhopModel
import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// A document that does not change while the server runs. Clients keep it, and ask each time whether it is current:
/// another version of the server may answer.
struct StaticDocument: Sendable {
    let body: [UInt8]
    /// A strong validator (RFC 9110 §8.8.3), with its quotes.
    let tag: String
    private let fields: HTTPFields

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
        self.fields = fields
    }

    func reply(to request: Request) -> Reply {
        guard names(tag, request.headers[.ifNoneMatch]) else { return Reply(status: 200, body: body, fields: fields) }
        var unchanged = Reply(status: 304, body: [], fields: fields)
        unchanged.fields[.contentType] = nil
        return unchanged
    }

    /// Checks that `If-None-Match` names the tag: any, or one of a list, compared weakly (RFC 9110 §13.1.2).
    private func names(_ tag: String, _ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            return text == "*" || text == tag || text == "W/\(tag)"
        }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
}
