import BellhopFoundation
import BellhopModel
import Crypto

/// The encryption of a push message for its subscriber (RFC 8291).
struct MessageEncryption: Sendable {
    private let publicKey: P256.KeyAgreement.PublicKey
    private let secret: [UInt8]

    /// The maximum size of a message, in bytes: push services accept bodies of 4096 bytes (RFC 8030 §7.2), of which
    /// header, delimiter and tag take 103 (RFC 8291 §4).
    static let longestMessage = 3993

    /// The sizes to which messages are padded, in bytes.
    ///
    /// A push service knows the size of a body, and could tell an ask from a reminder by it. Padding everything to the
    /// maximum would hide most, but services that forward messages through FCM (Mozilla's, for Firefox on Android)
    /// accept less than 4096 bytes there, since Base64 counts towards FCM's own limit. So a message takes the smallest
    /// of four sizes, and only one that needs more than 2816 bytes becomes too large for such a service.
    static let paddedSizes = [1024, 2048, 2816, longestMessage]

    /// - Returns: `nil` when the subscription's public key is not on the curve.
    init?(for subscription: WebPushSubscription) {
        guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: subscription.publicKey) else { return nil }
        publicKey = key
        secret = subscription.secret
    }

    /// The encrypted body of a request, with a new sender key and a new salt.
    ///
    /// - Parameter message: At most ``longestMessage`` bytes.
    /// - Throws: `CryptoKitError`
    func encrypt(_ message: [UInt8]) throws -> [UInt8] {
        let size = Self.paddedSizes.first { message.count <= $0 } ?? message.count
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return try encrypt(message, padding: size - message.count, senderKey: .init(), salt: salt)
    }

    func encrypt(
        _ message: [UInt8], padding: Int, senderKey: P256.KeyAgreement.PrivateKey, salt: [UInt8]
    ) throws -> [UInt8] {
        let senderPublicKey = Array(senderKey.publicKey.x963Representation)
        let info = Array("WebPush: info\0".utf8) + publicKey.x963Representation + senderPublicKey
        let keyMaterial = try senderKey.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        return try EncryptedContent.seal(
            message, padding: padding, keyMaterial: keyMaterial, salt: salt, keyID: senderPublicKey)
    }

    /// The `Topic` of the messages with one collapse id: 32 characters of URL-safe Base64 (RFC 8030 §5.4).
    ///
    /// A keyed hash: collapse ids are longer than a topic and have other characters, and the push service must not
    /// recognise them. Apple refuses topics that do not decode, such as those with 9 characters.
    func topic(of collapseID: String) -> String {
        let hash = HMAC<SHA256>.authenticationCode(for: Data(collapseID.utf8), using: SymmetricKey(data: secret))
        return Base64.encodeURLSafe(hash.prefix(24))
    }
}
