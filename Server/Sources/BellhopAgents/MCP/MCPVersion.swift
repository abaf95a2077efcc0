import BellhopModel

/// A revision of the Model Context Protocol. Later ones compare greater.
struct MCPVersion: Hashable, Comparable {
    let rawValue: String

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// No handshake: every request names its revision (modelcontextprotocol.io/specification/2026-07-28/basic/versioning).
    static let stateless = Self(rawValue: "2026-07-28")
    /// The newest one with a handshake.
    static let newestWithHandshake = Self(rawValue: "2025-11-25")
    /// From here on results have `structuredContent`, and tools a title and an `outputSchema`.
    static let structured = Self(rawValue: "2025-06-18")
    /// From here on tools have annotations, and progress has a message.
    static let annotated = Self(rawValue: "2025-03-26")
    static let first = Self(rawValue: "2024-11-05")

    /// Newest first.
    static let supported: [Self] = [.stateless, .newestWithHandshake, .structured, .annotated, .first]

    /// The one to talk in after a handshake: the client's own, or else the newest; the client may then hang up.
    static func agreed(on requested: String?) -> Self {
        supported.first { $0.rawValue == requested && $0 < .stateless } ?? .newestWithHandshake
    }

    static var supportedList: JSONValue { .array(supported.map { .string($0.rawValue) }) }
}
