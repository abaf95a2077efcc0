/// How the digest of an ask's input is made: what an answer names and a device signs.
///
/// With a nonce it is HMAC-SHA-256 (RFC 2104) over the input's UTF-8, keyed with the nonce's UTF-8; without one SHA-256
/// (FIPS 180-4) of the input's UTF-8. Both are 64 lower-case hex digits.
///
/// Who asks under a nonce that was never used before knows that an answer is to this ask: an answer to an earlier one
/// about the very same input names another digest. And who sees the digest alone cannot guess a short input from it.
public enum InputDigest {
    /// - Parameter sha256: of whatever library the platform has: 32 bytes.
    public static func hex(of input: String, nonce: String?, sha256: ([UInt8]) -> [UInt8]) -> String {
        let message = Array(input.utf8)
        return Hex.encode(nonce.map { hmac(of: message, key: Array($0.utf8), sha256) } ?? sha256(message))
    }

    /// RFC 2104 §2 for SHA-256, whose blocks have 64 bytes. A nonce fits into one, so that no two are the same key.
    private static func hmac(of message: [UInt8], key: [UInt8], _ sha256: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let block = 64
        let key = key.count > block ? sha256(key) : key
        let padded = key + Array(repeating: 0, count: max(0, block - key.count))
        return sha256(padded.map { $0 ^ 0x5C } + sha256(padded.map { $0 ^ 0x36 } + message))
    }
}
