import BellhopModel
import Crypto

/// The encoded description, with the entity tags of its documents.
struct ServedDescription: Sendable {
    let json: StaticDocument
    let page: StaticDocument

    /// The content security policy: no resource is loaded and no script runs; the style sheet is allowed by its digest
    /// (CSP Level 3 §2.3.1).
    private static let policy: String = {
        let digest = Base64.encode(SHA256.hash(data: Array(StyleSheet.text.utf8)))
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    /// - Throws: `EncodingError`.
    init(_ description: APIDescription) throws {
        json = StaticDocument(
            try CanonicalJSON.encode(description.json), type: "application/json; charset=utf-8")
        page = StaticDocument(
            Array(try DescriptionPage(description: description).html.utf8), type: "text/html; charset=utf-8",
            policy: Self.policy)
    }

    /// This server's description, encoded at its first use.
    static let current = Result { try ServedDescription(.current) }
}
