import BellhopFoundation
public import BellhopModel
import Crypto
public import CryptoExtras

/// The configuration of a simulated FCM.
public struct FCMSimulatorConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port; 0 lets the system choose one, which ``FCMSimulator/port`` returns.
    public var port: Int
    /// The service accounts that may get access tokens.
    public var accounts: [FCMAccount]
    public var devices: DevicePolicy
    /// The maximum number of messages of a project per minute. Google's is 600,000.
    public var messagesPerMinute: Int
    /// The lifetime of an access token.
    public var tokenLifetime: Duration
    /// `SETTINGS_MAX_CONCURRENT_STREAMS`. Google's servers announce 100.
    public var streams: Int

    public init(
        host: String = "127.0.0.1", port: Int = 0, accounts: [FCMAccount] = [],
        devices: DevicePolicy = .acceptAnyToken, messagesPerMinute: Int = 600_000,
        tokenLifetime: Duration = .seconds(3599), streams: Int = 100
    ) {
        self.host = host
        self.port = port
        self.accounts = accounts
        self.devices = devices
        self.messagesPerMinute = messagesPerMinute
        self.tokenLifetime = tokenLifetime
        self.streams = streams
    }
}

/// A service account that is registered with the simulated FCM.
public struct FCMAccount: Sendable {
    public var email: String
    /// The only project it may use.
    public var projectID: String
    public var publicKey: _RSA.Signing.PublicKey
    /// True if it has the permission `cloudmessaging.messages.create`.
    public var canSend: Bool

    public init(email: String, projectID: String, publicKey: _RSA.Signing.PublicKey, canSend: Bool = true) {
        self.email = email
        self.projectID = projectID
        self.publicKey = publicKey
        self.canSend = canSend
    }
}

/// The credential that Google Cloud provides: a service account and its key file. Generated locally, so that a server
/// can push to a simulator without an account.
public struct SimulatedServiceAccount: Sendable {
    public let email: String
    public let projectID: String
    private let key: _RSA.Signing.PrivateKey

    /// Generating the key takes 0.1 to 0.2 seconds.
    ///
    /// - Throws: An error of BoringSSL when it cannot generate a key.
    public init(projectID: String = "bellhop-simulated", email: String = "bellhop@bellhop-simulated.example") throws {
        self.projectID = projectID
        self.email = email
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// The registration, for ``FCMSimulatorConfiguration/accounts``.
    public var account: FCMAccount { FCMAccount(email: email, projectID: projectID, publicKey: key.publicKey) }

    /// The key file in Google's format.
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

    /// Signs a JWT with the account's key (RFC 7515, RS256).
    func sign(header: String, claims: String) throws -> String {
        let text = "\(Base64.encodeURLSafe(header.utf8)).\(Base64.encodeURLSafe(claims.utf8))"
        let signature = try key.signature(for: SHA256.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
        return "\(text).\(Base64.encodeURLSafe(signature.rawRepresentation))"
    }
}
