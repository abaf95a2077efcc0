import BellhopFoundation
public import BellhopModel
public import Crypto

/// The credential that an Apple developer account provides: a `.p8` key with its id and team. Generated locally, so
/// that a server can push to a simulator without an account.
public struct SimulatedCredential: Sendable {
    public let keyID: String
    public let teamID: String
    /// The content of the `.p8` file: a PKCS #8 private key as PEM.
    public let p8: Secret
    /// The public key, for ``APNsSimulatorConfiguration/keys``.
    public let providerKey: ProviderKey

    private let privateKey: P256.Signing.PrivateKey

    /// - Parameters:
    ///   - environments: The environments in which the key is valid.
    ///   - topics: Makes the key topic-specific; `nil` makes it team-scoped.
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

    /// Signs a provider token (JWT, ES256), for clients that need nothing else.
    ///
    /// - Throws: An error of BoringSSL when it cannot sign.
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

/// A provider's signing key, as registered in Apple's developer portal.
public struct ProviderKey: Sendable {
    /// Ten characters at Apple; any text here.
    public var keyID: String
    public var teamID: String
    public var publicKey: P256.Signing.PublicKey
    /// The environments of the key. Keys made before 2025 are valid in both.
    public var environments: Set<PushEnvironment>
    /// The topics of a topic-specific key; `nil` for a team-scoped key, which is valid for all.
    public var topics: Set<String>?

    public init(
        keyID: String, teamID: String, publicKey: P256.Signing.PublicKey,
        environments: Set<PushEnvironment> = [.sandbox, .production], topics: Set<String>? = nil
    ) {
        self.keyID = keyID
        self.teamID = teamID
        self.publicKey = publicKey
        self.environments = environments
        self.topics = topics
    }

    /// True if a connection that began with this key also accepts `other`: the same key, or another of the team's
    /// team-scoped ones ("Establishing a token-based connection to APNs": an unrelated key needs a new connection).
    func isRelated(to other: ProviderKey) -> Bool {
        guard teamID == other.teamID else { return false }
        return keyID == other.keyID || (topics == nil && other.topics == nil)
    }
}
