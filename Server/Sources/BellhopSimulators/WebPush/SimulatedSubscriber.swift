import BellhopFoundation
public import BellhopModel
import Crypto

/// A subscription with its private keys: the browser's part of Web Push.
public struct SimulatedSubscriber: Sendable {
    public let subscription: WebPushSubscription
    /// The path of the endpoint.
    let path: String
    /// The public key that the subscription is bound to (Push API, `applicationServerKey`).
    let applicationServerKey: [UInt8]
    private let privateKey: P256.KeyAgreement.PrivateKey

    /// Generates the keys of a subscription.
    ///
    /// - Throws: `WebPushSubscriptionError` for an invalid origin.
    init(endpoint: String, path: String, applicationServerKey: [UInt8], origin: String?) throws {
        privateKey = P256.KeyAgreement.PrivateKey()
        var generator = SystemRandomNumberGenerator()
        subscription = try WebPushSubscription(
            endpoint: endpoint + path, publicKey: Array(privateKey.publicKey.x963Representation),
            secret: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, origin: origin)
        self.path = path
        self.applicationServerKey = applicationServerKey
    }

    /// - Throws: An error of BoringSSL for an invalid key, `WebPushSubscriptionError` for an invalid endpoint.
    init(endpoint: String, privateKey: [UInt8], secret: [UInt8]) throws {
        self.privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey)
        subscription = try WebPushSubscription(
            endpoint: endpoint, publicKey: Array(self.privateKey.publicKey.x963Representation), secret: secret)
        path = ""
        applicationServerKey = []
    }

    /// Decrypts a body as a browser does (RFC 8291 §3.4 and §4): one record with the sender's public key as key id.
    ///
    /// - Throws: ``UnreadableContent``, or `CryptoKitError` when the body is not for this subscriber.
    public func decrypt(_ body: [UInt8]) throws -> [UInt8] {
        let content = try ReceivedContent(body)
        guard content.records.count == 1 else { throw UnreadableContent.severalRecords }
        guard content.recordSize > content.records[0].count else { throw UnreadableContent.malformed }
        let sender = try P256.KeyAgreement.PublicKey(x963Representation: content.keyID)
        let info =
            Array("WebPush: info\0".utf8) + privateKey.publicKey.x963Representation + sender.x963Representation
        let secret = try privateKey.sharedSecretFromKeyAgreement(with: sender)
        return try content.decrypt(
            with: secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: subscription.secret, sharedInfo: info, outputByteCount: 32))
    }
}

/// A body with the content encoding `aes128gcm`, divided into its parts (RFC 8188 §2.1). Independent of the gateway's
/// code, so that an error there does not cancel out.
struct ReceivedContent {
    let salt: [UInt8]
    let recordSize: Int
    let keyID: [UInt8]
    let records: [[UInt8]]

    /// - Throws: ``UnreadableContent/malformed``
    init(_ body: [UInt8]) throws(UnreadableContent) {
        guard body.count > 21, body.count > 21 + Int(body[20]) else { throw .malformed }
        salt = Array(body[0..<16])
        recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        keyID = Array(body[21..<21 + Int(body[20])])
        guard recordSize >= 18 else { throw .malformed }
        var records: [[UInt8]] = []
        var rest = body.dropFirst(21 + keyID.count)
        while !rest.isEmpty {
            records.append(Array(rest.prefix(recordSize)))
            rest = rest.dropFirst(recordSize)
        }
        self.records = records
    }

    /// The content without delimiters and padding (RFC 8188 §2.2 and §2.3).
    func decrypt(with keyMaterial: SymmetricKey) throws -> [UInt8] {
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: keyMaterial, salt: salt, info: Data(info.utf8), outputByteCount: count)
        }
        let key = derive("Content-Encoding: aes128gcm\0", 16)
        let baseNonce = derive("Content-Encoding: nonce\0", 12).withUnsafeBytes { Array($0) }
        var content: [UInt8] = []
        for (number, record) in records.enumerated() {
            guard record.count > 17 else { throw UnreadableContent.malformed }
            var nonce = baseNonce
            for (place, byte) in withUnsafeBytes(of: UInt64(number).bigEndian, Array.init).enumerated() {
                nonce[4 + place] ^= byte
            }
            let plaintext = try AES.GCM.open(
                AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: record.dropLast(16), tag: record.suffix(16)),
                using: key)
            guard let delimiter = plaintext.lastIndex(where: { $0 != 0 }),
                plaintext[delimiter] == (number == records.count - 1 ? 2 : 1)
            else { throw UnreadableContent.noDelimiter }
            content += plaintext[..<delimiter]
        }
        return content
    }
}

/// The reason why a body cannot be decrypted.
public enum UnreadableContent: Error, Hashable, Sendable {
    case malformed
    /// Web Push permits one record (RFC 8291 §4).
    case severalRecords
    case noDelimiter
}
