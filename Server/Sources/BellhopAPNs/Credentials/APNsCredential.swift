public import BellhopModel
import Crypto

/// A team's key for APNs: what provider tokens are signed with (Apple, Establishing a token-based connection to APNs).
public struct APNsCredential: Sendable {
    /// The team's id, 10 characters: `iss` of the token.
    public let teamID: String
    /// The key's id, 10 characters: `kid` of the token.
    public let keyID: String
    /// Where the key may be used. Keys made since February 2025 are for one environment only.
    public let environments: Set<PushEnvironment>
    /// The apps, as bundle identifiers, that the key is for; `nil` for every app of the team. A topic-specific key is
    /// preferred to a team's.
    public let apps: Set<String>?

    let signingKey: P256.Signing.PrivateKey

    /// - Parameter privateKey: The text of the `.p8` file. Line ends may be lost or written as `\n`, as environment
    ///   variables make them.
    /// - Throws: ``APNsCredentialError``
    public init(
        teamID: String, keyID: String, privateKey: Secret,
        environments: Set<PushEnvironment> = [.sandbox, .production],
        apps: Set<String>? = nil
    ) throws(APNsCredentialError) {
        guard Self.isIdentifier(teamID) else { throw .teamIDMalformed(length: teamID.count) }
        guard Self.isIdentifier(keyID) else { throw .keyIDMalformed(length: keyID.count) }
        guard let document = PEMDocument(privateKey.reveal()) else { throw .keyNotPEM }
        guard let key = try? P256.Signing.PrivateKey(derRepresentation: document.bytes) else {
            throw .keyNotP256(label: document.label)
        }
        self.teamID = teamID
        self.keyID = keyID
        self.environments = environments
        self.apps = apps
        self.signingKey = key
    }

    func covers(_ environment: PushEnvironment, app: String) -> Bool {
        environments.contains(environment) && apps?.contains(app) ?? true
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
    }
}

extension APNsCredential: CustomStringConvertible, CustomReflectable {
    public var description: String { "APNs key \(keyID) of team \(teamID)" }
    public var customMirror: Mirror {
        Mirror(self, children: ["teamID": teamID, "keyID": keyID], displayStyle: .struct)
    }
}
