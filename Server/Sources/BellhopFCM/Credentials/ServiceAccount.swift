public import BellhopModel
import CryptoExtras
import Foundation

/// A service account of a Firebase project: who asks for access tokens, and the key that signs the request
/// (Google Cloud, *Service account credentials*; Firebase, *Authorize send requests*).
public struct ServiceAccount: Sendable {
    /// The project that messages are sent through.
    public let projectID: String
    /// `iss` of the assertion.
    public let email: String
    /// `kid` of the assertion: which of the account's keys it is.
    public let keyID: String?
    /// Where access tokens are asked for, and `aud` of the assertion.
    public let tokenURI: String

    let signingKey: _RSA.Signing.PrivateKey

    /// - Parameter json: the text of the key file that Google let you download.
    /// - Throws: ``ServiceAccountError``
    public init(json: Secret) throws(ServiceAccountError) {
        let bytes = Array(json.reveal().utf8)
        guard !bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else { throw .empty }
        guard let file = (try? CanonicalJSON.decode(JSONValue.self, from: bytes))?.object else {
            throw bytes.contains(UInt8(ascii: "{")) ? .cut : .notJSON
        }
        guard let type = file["type"]?.string else { throw .wrongType(Self.guess(file)) }
        guard type == "service_account" else { throw .wrongType(Self.printable(type)) }
        projectID = try Self.field("project_id", of: file, Self.isProjectID)
        email = try Self.field("client_email", of: file) { $0.contains("@") && Self.isVisible($0) }
        let tokenURI =
            file["token_uri"] == nil ? Self.googleTokenURI : try Self.field("token_uri", of: file, Self.isHTTPS)
        self.tokenURI = tokenURI
        keyID = file["private_key_id"]?.string.flatMap { Self.isVisible($0) ? $0 : nil }
        guard let pem = file["private_key"]?.string, !pem.isEmpty else { throw .noPrivateKey }
        signingKey = try RSAKey.read(pem)
    }

    private static let googleTokenURI = "https://oauth2.googleapis.com/token"

    private static func field(
        _ name: String, of file: [String: JSONValue], _ isGood: (String) -> Bool
    ) throws(ServiceAccountError) -> String {
        guard let value = file[name]?.string, !value.isEmpty else { throw .missing(name) }
        guard isGood(value) else { throw .malformed(name) }
        return value
    }

    /// A project id stands in the path of every request. Old ones may have a domain: `example.com:project`.
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

    /// What a JSON file without a type probably is: Firebase's consoles hand out several.
    private static func guess(_ file: [String: JSONValue]) -> String {
        file["project_info"] != nil
            ? "google-services.json" : file["installed"] ?? file["web"] != nil ? "OAuth client" : ""
    }

    private static func printable(_ text: String) -> String {
        String(text.unicodeScalars.prefix(40).map { (0x21...0x7E).contains($0.value) ? Character($0) : "_" })
    }
}

extension ServiceAccount: CustomStringConvertible, CustomReflectable {
    public var description: String { "service account \(email) of project \(projectID)" }
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "email": email], displayStyle: .struct)
    }
}
