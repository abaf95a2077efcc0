/// Masks secrets of known formats in text for display or sending.
///
/// Known formats are tokens with a vendor's prefix (``SecretPattern``), JSON Web Tokens, PEM private keys,
/// `Authorization` headers, passwords in URLs and logins (`-u name:x`), and values of names such as `password`, `token`
/// or `API_KEY` in several notations (`--password x`, `API_KEY=x`, `"token": "x"`, `token: x1y2z3`).
///
/// A mask covers a part of one word only. White space, quotes and shell syntax (``SecretMask/isSyntax(_:)``) are kept,
/// so that a mask can never cover a command. As a consequence, a password with a space or a quote is masked only up to
/// there.
///
/// A value that the text expands (`A_TOKEN=x; $A_TOKEN`), or that may be a path or a host because it has a `/`, a `.`
/// or an `@`, stays visible unless it looks random. Masked characters that the text may use are counted; see
/// ``Masked/used``.
public enum SecretMask {
    /// The replacement of a secret.
    public static let mask = "‹masked›"

    /// The text with known secrets replaced by ``mask``. A vendor's prefix such as `ghp_` is kept. Takes linear time.
    public static func mask(_ text: String) -> String { masked(text).text }

    /// Masks `text` and reports properties of the masks, for texts of decisions.
    public static func masked(_ text: String) -> Masked {
        var scanner = SecretScanner(text)
        let count = scanner.run()
        return Masked(text: count > 0 ? scanner.text : text, count: count, used: scanner.used)
    }

    /// A text whose secrets are masked.
    public struct Masked: Hashable, Sendable {
        public var text: String
        /// The number of masks.
        public var count: Int
        /// The number of masked characters that the text may run, open or contact: values without a name before them,
        /// values whose name occurs elsewhere in the text, and values that may be a path or a host.
        public var used: Int
    }

    /// Returns whether a field with this name contains a secret.
    public static func isSecretName(_ name: String) -> Bool { SecretNames.isSecret(Array(name.utf8)[...]) }

    /// Returns whether a byte of UTF-8 separates words or commands, quotes, redirects or substitutes. Such bytes are
    /// never masked.
    static func isSyntax(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F: true
        case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "\\"):
            true
        default: false
        }
    }
}
