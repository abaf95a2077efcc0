public import BellhopModel
import Crypto

/// A team's signing key for provider tokens (Apple, Establishing a token-based connection to APNs).
public struct APNsCredential: Sendable {
    /// The team id, 10 characters: `iss` of the token.
    public let teamID: String
    /// The key id, 10 characters: `kid` of the token.
    public let keyID: String
    /// The environments of the key. Keys made since February 2025 are for one environment only.
    public let environments: Set<PushEnvironment>
    /// The bundle identifiers of a topic-specific key; `nil` for a team-scoped key. A topic-specific key takes
    /// precedence.
    public let apps: Set<String>?

    let signingKey: P256.Signing.PrivateKey

    /// - Parameter privateKey: The text of the `.p8` file. Line breaks may be missing or written as `
    /// `, as in environment variables.
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

    func hasSameKey(as other: APNsCredential) -> Bool {
        (teamID, keyID) == (other.teamID, other.keyID)
            && signingKey.rawRepresentation == other.signingKey.rawRepresentation
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

/// The reason why an ``APNsCredential`` is invalid, with a remedy. It contains nothing of the given values.
public enum APNsCredentialError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key has no PEM header and footer, or no Base64 between them.
    case keyNotPEM
    /// The PEM contains no P-256 private key; `label` is the label of its header.
    case keyNotP256(label: String)
    /// A team id has 10 letters and digits; this one has `length` characters, or other ones.
    case teamIDMalformed(length: Int)
    /// A key id has 10 letters and digits; this one has `length` characters, or other ones.
    case keyIDMalformed(length: Int)

    public var description: String {
        switch self {
        case .keyNotPEM:
            "the APNs key is not PEM: give the complete file AuthKey_<key id>.p8 from Apple's developer site, "
                + "from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
        case .keyNotP256(let label):
            "the APNs key is a PEM of \"\(label)\" without a P-256 private key: create a key with \"Apple Push "
                + "Notifications service\" under Certificates, Identifiers & Profiles → Keys, and give its .p8 file"
        case .teamIDMalformed(let length):
            "the team id is not 10 letters and digits (it has \(length) characters): find it under Membership details "
                + "on Apple's developer site"
        case .keyIDMalformed(let length):
            "the key id is not 10 letters and digits (it has \(length) characters): it is the part of the file's name "
                + "after AuthKey_, also shown under Certificates, Identifiers & Profiles → Keys"
        }
    }
}

/// The first block of a PEM text (RFC 7468), parsed leniently: an environment variable or a form may fold or indent the
/// lines of a `.p8` file, or write line breaks as `
/// `.
struct PEMDocument {
    /// The label of the header, such as `PRIVATE KEY`.
    let label: String
    let bytes: [UInt8]

    init?(_ text: String) {
        let begin = "-----BEGIN ", dashes = "-----"
        guard let start = text.firstRange(of: begin), let labelEnd = text[start.upperBound...].firstRange(of: dashes)
        else { return nil }
        let label = String(text[start.upperBound..<labelEnd.lowerBound])
        guard let end = text[labelEnd.upperBound...].firstRange(of: "-----END \(label)-----") else { return nil }
        let body = text[labelEnd.upperBound..<end.lowerBound].replacing("\\r", with: "").replacing("\\n", with: "")
        guard let bytes = Base64.decode(body.filter { !$0.isWhitespace }), !bytes.isEmpty else { return nil }
        self.label = label
        self.bytes = bytes
    }
}
