/// The digest of an ask's input, which an answer names and a device signs.
///
/// With a nonce it is HMAC-SHA-256 (RFC 2104) of the input's UTF-8, keyed with the nonce's UTF-8; without one it is
/// SHA-256 (FIPS 180-4) of the input's UTF-8. Both are 64 lower-case hex digits.
///
/// An unused nonce ties an answer to one ask: an answer to an earlier ask about the same input names another digest. It
/// also keeps a short input from being guessed from its digest.
public enum InputDigest {
    /// - Parameter sha256: the platform's SHA-256 function; returns 32 bytes.
    public static func hex(of input: String, nonce: String?, sha256: ([UInt8]) -> [UInt8]) -> String {
        let message = Array(input.utf8)
        return Hex.encode(nonce.map { hmac(of: message, key: Array($0.utf8), sha256) } ?? sha256(message))
    }

    /// RFC 2104 §2 for SHA-256 with its block of 64 bytes. A nonce fits into one block, so that no two nonces are the
    /// same key.
    private static func hmac(of message: [UInt8], key: [UInt8], _ sha256: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let block = 64
        let key = key.count > block ? sha256(key) : key
        let padded = key + Array(repeating: 0, count: max(0, block - key.count))
        return sha256(padded.map { $0 ^ 0x5C } + sha256(padded.map { $0 ^ 0x36 } + message))
    }
}

/// The nonce of an ask, which keeps digests of equal inputs apart; see ``InputDigest``.
public enum AskNonce {
    /// The allowed length in characters. None is longer than a block of SHA-256 (64 bytes).
    public static let lengths = 16...64

    /// Returns whether `text` has an allowed length and consists of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`.
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

    /// A new nonce: 16 random bytes as 32 hex digits.
    public static func make(using generator: inout some RandomNumberGenerator) -> String {
        Hex.random(bytes: 16, using: &generator)
    }

    /// A new nonce from the system's random number generator.
    public static func random() -> String { Hex.random(bytes: 16) }
}
