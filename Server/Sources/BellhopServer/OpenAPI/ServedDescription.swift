import BellhopModel

/// The encoded description, with the entity tags of its documents.
struct ServedDescription: Sendable {
    let json: StaticDocument
    let page: StaticDocument

    /// Only this server's script, style sheet and icon are loaded, and no connection is made (CSP Level 3).
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

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
