/// Hides secrets of known shape in text that is about to be shown or sent.
///
/// Known are: tokens with a vendor's prefix (``SecretPattern``), JSON Web Tokens, PEM private keys, `Authorization`
/// headers, passwords in URLs and logins (`-u name:x`), and values of names such as `password`, `token` or `API_KEY`,
/// however they are written (`--password x`, `API_KEY=x`, `"token": "x"`, `token: x1y2z3`).
///
/// What is masked is always part of one word. White space, quotes and everything that means something to a shell
/// (``SecretMask/isSyntax(_:)``) stay where they are, so that a mask can never cover a command. The price: a password
/// with a space or a quote in it is masked only up to there.
///
/// A value that the same text expands (`A_TOKEN=x; $A_TOKEN`), or that may be a path or a host because it has a `/`, a `.`
/// or an `@` in it, stays visible unless it looks random. What is masked although the text may use it is counted:
/// see ``Masked/used``.
public enum SecretMask {
    /// Stands for what is hidden.
    public static let mask = "‹masked›"

    /// The text with every known secret replaced by ``mask``; a prefix that says what it is, such as `ghp_`, is kept.
    /// Takes time linear in the length of `text`.
    public static func mask(_ text: String) -> String { masked(text).text }

    /// As ``mask(_:)``, with what a person who decides about the text should know of the masks in it.
    public static func masked(_ text: String) -> Masked {
        var scanner = SecretScanner(text)
        let count = scanner.run()
        return Masked(text: count > 0 ? scanner.text : text, count: count, used: scanner.used)
    }

    /// A text whose secrets are masked.
    public struct Masked: Hashable, Sendable {
        public var text: String
        /// The number of masks that were put in.
        public var count: Int
        /// The number of characters behind masks that the text may run, open or contact: those without a name before
        /// them, those whose name the text mentions again, and those that may be a path or a host.
        public var used: Int
    }

    /// Whether what is called `name`, as a field of a form, is a secret.
    public static func isSecretName(_ name: String) -> Bool { SecretNames.isSecret(Array(name.utf8)[...]) }

    /// Whether a byte of UTF-8 separates words or commands, quotes, redirects or substitutes. Such bytes are never masked.
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
