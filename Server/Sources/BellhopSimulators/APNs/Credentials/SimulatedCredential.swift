public import BellhopModel
import Crypto
import Foundation

/// What an Apple developer account gives a provider: a `.p8` key with its id and team. Made here, so that a server
/// can push to a simulator without an account.
public struct SimulatedCredential: Sendable {
    public let keyID: String
    public let teamID: String
    /// The content of the `.p8` file: a PKCS #8 private key as PEM.
    public let p8: Secret
    /// The public half, for ``APNsSimulatorConfiguration/keys``.
    public let providerKey: ProviderKey

    private let privateKey: P256.Signing.PrivateKey

    /// - Parameters:
    ///   - environments: where the key may be used.
    ///   - topics: makes the key topic-specific; `nil` makes it team-scoped.
    public init(
        keyID: String = "SIMKEY0001", teamID: String = "SIMTEAM001",
        environments: Set<PushEnvironment> = [.sandbox, .production], topics: Set<String>? = nil
    ) {
        let key = P256.Signing.PrivateKey()
        self.keyID = keyID
        self.teamID = teamID
        p8 = Secret(key.pemRepresentation)
        privateKey = key
        providerKey = ProviderKey(
            keyID: keyID, teamID: teamID, publicKey: key.publicKey, environments: environments, topics: topics)
    }

    /// A provider token (JWT, ES256), for clients that only want to reach the simulator.
    ///
    /// - Throws: what BoringSSL says when it cannot sign.
    public func providerToken(issuedAt: Timestamp) throws -> Secret {
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(issuedAt.seconds)}"#
        return Secret(try sign(header: header, claims: claims))
    }

    func sign(header: String, claims: String) throws -> String {
        let text = "\(Base64.encodeURLSafe(header.utf8)).\(Base64.encodeURLSafe(claims.utf8))"
        let signature = try privateKey.signature(for: Data(text.utf8))
        return "\(text).\(Base64.encodeURLSafe(signature.rawRepresentation))"
    }
}
