public import BellhopModel
import Crypto
import CryptoExtras
import Foundation

/// What Google Cloud gives a provider: a service account and its key file. Made here, so that a server can push to a
/// simulator without an account.
public struct SimulatedServiceAccount: Sendable {
    public let email: String
    public let projectID: String
    private let key: _RSA.Signing.PrivateKey

    /// Making the key takes a tenth of a second or two.
    ///
    /// - Throws: what BoringSSL says when it cannot make a key.
    public init(projectID: String = "bellhop-simulated", email: String = "bellhop@bellhop-simulated.example") throws {
        self.projectID = projectID
        self.email = email
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// For ``FCMSimulatorConfiguration/accounts``.
    public var account: FCMAccount { FCMAccount(email: email, projectID: projectID, publicKey: key.publicKey) }

    /// The key file, as Google lets it be downloaded.
    ///
    /// - Parameter tokenURI: ``FCMSimulator/tokenURI``.
    public func keyFile(tokenURI: String) throws -> Secret {
        let file: JSONValue = [
            "type": "service_account", "project_id": .string(projectID), "private_key_id": "simulated",
            "private_key": .string(key.pkcs8PEMRepresentation), "client_email": .string(email),
            "client_id": "100000000000000000000", "token_uri": .string(tokenURI),
        ]
        return Secret(try CanonicalJSON.text(file))
    }

    /// Signs a JWT as the account would (RFC 7515, RS256).
    func sign(header: String, claims: String) throws -> String {
        let text = "\(Base64.encodeURLSafe(header.utf8)).\(Base64.encodeURLSafe(claims.utf8))"
        let signature = try key.signature(for: SHA256.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
        return "\(text).\(Base64.encodeURLSafe(signature.rawRepresentation))"
    }
}
