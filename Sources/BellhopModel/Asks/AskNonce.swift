/// What makes the digest of one ask's input unlike that of every other ask about the same: see ``InputDigest``.
public enum AskNonce {
    /// In characters. None is longer than a block of SHA-256.
    public static let lengths = 16...64

    /// Whether it is that long, of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`.
    public static func isValid(_ text: String) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// A new one: 16 bytes as 32 hex digits.
    public static func make(using generator: inout some RandomNumberGenerator) -> String {
        Hex.random(bytes: 16, using: &generator)
    }

    /// The same from the system's generator.
    public static func random() -> String { Hex.random(bytes: 16) }
}
