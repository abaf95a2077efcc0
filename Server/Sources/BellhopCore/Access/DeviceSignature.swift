import BellhopFoundation
import BellhopModel
import Crypto

/// Verifies that a device signed a text: ECDSA on P-256 with SHA-256 (FIPS 186-5).
enum DeviceSignature {
    /// - Parameters:
    ///   - signature: Base64 of 64 bytes, R‖S.
    ///   - publicKey: 65 bytes, an uncompressed point (SEC 1 §2.3.3).
    /// - Returns: `false` also for a malformed signature or key.
    static func isValid(_ signature: String, of text: String, by publicKey: [UInt8]) -> Bool {
        guard let bytes = Base64.decode(signature),
            let proof = try? P256.Signing.ECDSASignature(rawRepresentation: Data(bytes)),
            let key = try? P256.Signing.PublicKey(x963Representation: Data(publicKey))
        else { return false }
        return key.isValidSignature(proof, for: Data(text.utf8))
    }
}
