import BellhopModel
import Crypto
import CryptoExtras
import Foundation

/// What a service account proves itself with: a JWT (RFC 7519) for the grant of RFC 7523 §2.1, signed with RS256
/// (RFC 7518 §3.3).
enum Assertion {
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    /// Google takes at most an hour.
    private static let lifetime = Duration.seconds(3600)

    /// - Parameter now: by the clock of the server that will read it.
    /// - Throws: `CryptoKitError` when the key cannot sign.
    static func make(for account: ServiceAccount, at now: Timestamp) throws -> Secret {
        let claims = Claims(
            aud: account.tokenURI, exp: (now + lifetime).seconds, iat: now.seconds, iss: account.email, scope: scope)
        let header = Header(alg: "RS256", kid: account.keyID, typ: "JWT")
        let content =
            Base64.encodeURLSafe(try CanonicalJSON.encode(header)) + "."
            + Base64.encodeURLSafe(try CanonicalJSON.encode(claims))
        let signature = try account.signingKey.signature(
            for: SHA256.hash(data: Data(content.utf8)), padding: .insecurePKCS1v1_5)
        return Secret("\(content).\(Base64.encodeURLSafe(signature.rawRepresentation))")
    }

    private struct Header: Encodable {
        var alg: String
        var kid: String?
        var typ: String
    }

    private struct Claims: Encodable {
        var aud: String
        var exp: Int64
        var iat: Int64
        var iss: String
        var scope: String
    }
}
