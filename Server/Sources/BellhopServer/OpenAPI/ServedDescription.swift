import BellhopModel
import Crypto

/// The encoded description, with the entity tags of its documents.
struct ServedDescription: Sendable {
    struct Document: Sendable {
        let body: [UInt8]
        /// A strong validator (RFC 9110 §8.8.3), with its quotes.
        let tag: String

        init(_ body: [UInt8]) {
            self.body = body
            tag = "\"\(Base64.encodeURLSafe(SHA256.hash(data: body).prefix(16)))\""
        }
    }

    let json: Document
    let page: Document

    /// The content security policy: no resource is loaded and no script runs; the style sheet is allowed by its digest
    /// (CSP Level 3 §2.3.1).
    static let policy: String = {
        let digest = Base64.encode(SHA256.hash(data: Array(StyleSheet.text.utf8)))
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    /// - Throws: `EncodingError`.
    init(_ description: APIDescription) throws {
        json = Document(try CanonicalJSON.encode(description.json))
        page = Document(Array(try DescriptionPage(description: description).html.utf8))
    }

    /// This server's description, encoded at its first use.
    static let current = Result { try ServedDescription(.current) }
}
