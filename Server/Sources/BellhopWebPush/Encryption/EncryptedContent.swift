import BellhopFoundation
import Crypto

/// The content encoding `aes128gcm` (RFC 8188), with the single record that Web Push permits (RFC 8291 §4).
enum EncryptedContent {
    /// The size of the header without a key id: salt, record size and length of the key id (RFC 8188 §2.1).
    static let headerSize = 21
    /// The size of the authentication tag of AES-GCM.
    static let tagSize = 16

    /// Encrypts `content` as one record.
    ///
    /// - Parameters:
    ///   - padding: The number of zero bytes after the content and its delimiter.
    ///   - keyMaterial: The input keying material (RFC 8188 §2.2).
    ///   - salt: 16 bytes, unique for each message with one key.
    ///   - keyID: At most 255 bytes.
    ///   - recordSize: The `rs` of the header, greater than the size of the plaintext with delimiter, padding and tag.
    /// - Throws: `CryptoKitError`
    static func seal(
        _ content: [UInt8], padding: Int = 0, keyMaterial: SymmetricKey, salt: [UInt8], keyID: [UInt8] = [],
        recordSize: UInt32 = 4096
    ) throws -> [UInt8] {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: keyMaterial, salt: salt, info: Data("Content-Encoding: aes128gcm\0".utf8),
            outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: keyMaterial, salt: salt, info: Data("Content-Encoding: nonce\0".utf8),
            outputByteCount: 12)
        // The delimiter of the last record is 2 (RFC 8188 §2). The nonce of the first record is XORed with zero.
        let plaintext = content + [2] + [UInt8](repeating: 0, count: padding)
        let sealed = try AES.GCM.seal(
            plaintext, using: key, nonce: nonce.withUnsafeBytes { try AES.GCM.Nonce(data: $0) })
        let size = withUnsafeBytes(of: recordSize.bigEndian, Array.init)
        return salt + size + [UInt8(keyID.count)] + keyID + sealed.ciphertext + sealed.tag
    }
}
