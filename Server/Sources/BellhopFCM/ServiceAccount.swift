import BellhopFoundation
public import BellhopModel
import BellhopPush
import Crypto
import CryptoExtras

/// A service account of a Firebase project, with the key that signs requests for access tokens (Google Cloud, *Service
/// account credentials*; Firebase, *Authorize send requests*).
public struct ServiceAccount: Sendable {
    /// The id of the project that messages are sent through.
    public let projectID: String
    /// `iss` of the assertion.
    public let email: String
    /// `kid` of the assertion: the id of the account's key.
    public let keyID: String?
    /// The endpoint for access tokens, and `aud` of the assertion.
    public let tokenURI: String
    /// The package names of the apps that use this account; `nil` for every app that no other account names.
    public var apps: Set<String>?

    let signingKey: _RSA.Signing.PrivateKey

    /// - Parameter json: The text of the key file from Google.
    /// - Throws: ``ServiceAccountError``
    public init(json: Secret) throws(ServiceAccountError) {
        let bytes = Array(json.reveal().utf8)
        guard !bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else { throw .empty }
        guard let file = (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?.object else {
            throw bytes.contains(UInt8(ascii: "{")) ? .cut : .notJSON
        }
        guard let type = file["type"]?.string else { throw .wrongType(Self.guess(file)) }
        guard type == "service_account" else { throw .wrongType(Reason(printable: type, limit: 40).rawValue) }
        projectID = try Self.field("project_id", of: file, Self.isProjectID)
        email = try Self.field("client_email", of: file) { $0.contains("@") && Self.isVisible($0) }
        let tokenURI =
            file["token_uri"] == nil ? Self.googleTokenURI : try Self.field("token_uri", of: file, Self.isHTTPS)
        self.tokenURI = tokenURI
        keyID = file["private_key_id"]?.string.flatMap { Self.isVisible($0) ? $0 : nil }
        guard let pem = file["private_key"]?.string, !pem.isEmpty else { throw .noPrivateKey }
        signingKey = try RSAKey.read(pem)
    }

    func hasSameKey(as other: ServiceAccount) -> Bool {
        (projectID, email, keyID, tokenURI) == (other.projectID, other.email, other.keyID, other.tokenURI)
            && signingKey.derRepresentation == other.signingKey.derRepresentation
    }

    private static let googleTokenURI = "https://oauth2.googleapis.com/token"

    private static func field(
        _ name: String, of file: [String: JSONValue], _ isGood: (String) -> Bool
    ) throws(ServiceAccountError) -> String {
        guard let value = file[name]?.string, !value.isEmpty else { throw .missing(name) }
        guard isGood(value) else { throw .malformed(name) }
        return value
    }

    /// True if the text is a project id, which is part of the path of every request. Old ids may have a domain:
    /// `example.com:project`.
    private static func isProjectID(_ text: String) -> Bool {
        text.utf8.count <= 128
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_")].contains(byte)
            }
    }

    private static func isVisible(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }

    private static func isHTTPS(_ text: String) -> Bool {
        guard isVisible(text), let parts = URLComponents(string: text) else { return false }
        return parts.scheme == "https" && parts.host?.isEmpty == false && parts.user == nil
    }

    /// The probable kind of a JSON file without a type: Firebase's consoles offer several.
    private static func guess(_ file: [String: JSONValue]) -> String {
        file["project_info"] != nil
            ? "google-services.json" : file["installed"] ?? file["web"] != nil ? "OAuth client" : ""
    }
}

extension ServiceAccount: CustomStringConvertible, CustomReflectable {
    public var description: String { "service account \(email) of project \(projectID)" }
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "email": email], displayStyle: .struct)
    }
}

/// Parses the private key of a service account: RSA, 2048 bits, PKCS #8, as Google makes them.
enum RSAKey {
    static func read(_ pem: String) throws(ServiceAccountError) -> _RSA.Signing.PrivateKey {
        // Forms and environment variables may contain line breaks as the two characters `
        // `.
        let pem = pem.replacing("\\n", with: "\n")
        guard let begin = pem.firstRange(of: "-----BEGIN "),
            let labelEnd = pem[begin.upperBound...].firstRange(of: "-----")
        else { throw .keyNotPEM }
        let label = String(pem[begin.upperBound..<labelEnd.lowerBound])
        guard pem.contains("-----END \(label)-----") else { throw .keyCut }
        if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) { return key }
        if label.contains("PUBLIC") || label.contains("CERTIFICATE") || label.hasPrefix("EC ")
            || (try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil
            || (try? P384.Signing.PrivateKey(pemRepresentation: pem)) != nil
            || (try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem)) != nil
        {
            throw .keyNotRSA
        }
        throw .keyUnreadable
    }
}

/// The reason why a ``ServiceAccount`` is invalid, with a remedy. It contains no secret.
public enum ServiceAccountError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    /// The text begins like JSON but does not parse.
    case cut
    case notJSON
    /// Another kind of file, with its actual or probable type.
    case wrongType(String)
    /// A field is missing.
    case missing(String)
    /// A field has an impossible value.
    case malformed(String)
    case noPrivateKey
    case keyNotPEM
    /// The PEM has no footer.
    case keyCut
    /// The PEM contains no RSA private key of 2048 bits or more.
    case keyNotRSA
    case keyUnreadable

    public var description: String {
        switch self {
        case .empty: "the service account file is empty: \(Self.remedy)"
        case .cut: "the service account file is incomplete JSON: it was truncated or edited; \(Self.remedy)"
        case .notJSON: "the service account file is not JSON: \(Self.remedy)"
        case .wrongType("google-services.json"):
            "this is google-services.json, which is for the app: \(Self.remedy)"
        case .wrongType(let type):
            "the file's type is \(type.debugDescription), not \"service_account\": \(Self.remedy)"
        case .missing(let field): "the service account file has no \(field): \(Self.remedy)"
        case .malformed(let field): "\(field) in the service account file is invalid: \(Self.remedy)"
        case .noPrivateKey: "the service account file has no private_key: \(Self.remedy)"
        case .keyNotPEM:
            "private_key in the service account file is not PEM, from -----BEGIN PRIVATE KEY----- to "
                + "-----END PRIVATE KEY-----: \(Self.remedy)"
        case .keyCut: "private_key in the service account file has no END line: it was truncated; \(Self.remedy)"
        case .keyNotRSA:
            "private_key in the service account file is not an RSA private key of 2048 bits or more: \(Self.remedy)"
        case .keyUnreadable: "private_key in the service account file cannot be read: it was edited; \(Self.remedy)"
        }
    }

    private static let remedy =
        "download a key as JSON from Google Cloud's console under IAM & Admin → Service Accounts → Keys"
}
