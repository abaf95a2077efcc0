public import CryptoExtras

/// A service account that the simulated FCM knows.
public struct FCMAccount: Sendable {
    public var email: String
    /// The only project it may send through.
    public var projectID: String
    public var publicKey: _RSA.Signing.PublicKey
    /// Whether it has `cloudmessaging.messages.create`.
    public var maySend: Bool

    public init(email: String, projectID: String, publicKey: _RSA.Signing.PublicKey, maySend: Bool = true) {
        self.email = email
        self.projectID = projectID
        self.publicKey = publicKey
        self.maySend = maySend
    }
}
