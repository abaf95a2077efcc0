import BellhopModel
import Crypto
import Foundation

/// The proof that a device gave an answer: ECDSA on P-256 with SHA-256 over the text of the statement (FIPS 186-5).
enum AnswerSignature {
    /// - Parameters:
    ///   - signature: base64 of 64 bytes, R‖S.
    ///   - publicKey: 65 bytes, uncompressed point (SEC 1 §2.3.3).
    /// - Returns: `false` as well for a signature or a key that is malformed.
    static func isValid(
        _ signature: String, of statement: AnswerStatement, by publicKey: [UInt8]
    ) throws -> Bool {
        guard let bytes = Base64.decode(signature),
            let proof = try? P256.Signing.ECDSASignature(rawRepresentation: Data(bytes)),
            let key = try? P256.Signing.PublicKey(x963Representation: Data(publicKey))
        else { return false }
        return key.isValidSignature(proof, for: Data(try statement.text.utf8))
    }
}
