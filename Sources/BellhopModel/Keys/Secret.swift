/// A text that must not reach a log, an error or a screen.
///
/// Printing, interpolating or dumping it gives `<redacted>`; only ``reveal()`` gives the text, so every use of the
/// real value can be found by that word.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    public init(_ text: String) { self.text = text }

    public func reveal() -> String { text }

    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Secret: Codable {
    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    /// Writes the real text: a secret is encoded only where it is handed over, such as the reply that creates a key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
