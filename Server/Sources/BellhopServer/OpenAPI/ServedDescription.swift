import BellhopModel
import Crypto

/// The description as it is served: encoded once, with the tags by which clients know that they have it.
struct ServedDescription: Sendable {
    struct Resource: Sendable {
        let body: [UInt8]
        /// A strong validator (RFC 9110 §8.8.3), with its quotes.
        let tag: String

        init(_ body: [UInt8]) {
            self.body = body
            tag = "\"\(Base64.encodeURLSafe(SHA256.hash(data: body).prefix(16)))\""
        }
    }

    let json: Resource
    let page: Resource

    /// Nothing may be loaded and nothing run; the one style sheet is known by its digest (CSP Level 3 §2.3.1).
    static let policy: String = {
        let digest = Base64.encode(SHA256.hash(data: Array(StyleSheet.text.utf8)))
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    /// - Throws: `EncodingError`.
    init(_ description: APIDescription) throws {
        json = Resource(try CanonicalJSON.encode(description.json))
        page = Resource(Array(try DescriptionPage(description: description).html.utf8))
    }

    /// Of this server; made when it is first asked for.
    static let current = Result { try ServedDescription(.current) }
}
