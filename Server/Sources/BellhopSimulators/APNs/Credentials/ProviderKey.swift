public import BellhopModel
public import Crypto

/// A signing key that the simulated APNs knows, as Apple's developer portal would list it.
public struct ProviderKey: Sendable {
    /// Ten characters with Apple; any text here.
    public var keyID: String
    public var teamID: String
    public var publicKey: P256.Signing.PublicKey
    /// Where the key may be used. Keys made before 2025 work in both.
    public var environments: Set<PushEnvironment>
    /// The topics of a topic-specific key; `nil` for a team-scoped key, which may push to all.
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

    /// Whether a connection that began with this key also takes `other`: the same key, or another of the team's
    /// team-scoped ones ("Establishing a token-based connection to APNs": an unrelated key needs a new connection).
    func isRelated(to other: ProviderKey) -> Bool {
        guard teamID == other.teamID else { return false }
        return keyID == other.keyID || (topics == nil && other.topics == nil)
    }
}
