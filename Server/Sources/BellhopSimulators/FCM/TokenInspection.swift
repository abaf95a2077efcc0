import BellhopFoundation
import BellhopModel
import Crypto
import CryptoExtras

/// Verifies the assertion of a service account (RFC 7523 §3; Google, *Using OAuth 2.0 for server to server
/// applications*). Pure: the same request gives the same result.
struct TokenInspection: Sendable {
    var request: FCMRequest
    var accounts: [String: FCMAccount]
    var now: Timestamp

    /// The scopes that permit sending.
    static let scopes: Set = [
        "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
    ]
    /// The tolerated clock difference.
    static let leeway = Duration.seconds(300)

    private struct Header: Decodable {
        var alg: String
    }

    private struct Claims: Decodable {
        var iss: String
        var scope: String
        var aud: String
        var iat: Int64
        var exp: Int64
    }

    /// The authenticated account, or the refusal; the first violated rule determines it.
    func verify() -> Result<FCMAccount, FCMRefusal> {
        guard request.method == "POST" else { return .failure(.wrongMethod) }
        let form = request.form
        guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" else {
            return .failure(.unsupportedGrantType)
        }
        let parts = (form["assertion"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header: Header = Self.decode(parts[0]), header.alg == "RS256",
            let claims: Claims = Self.decode(parts[1]), let signature = Base64.decode(String(parts[2]))
        else { return refuse("Bad Request: the assertion is not a JWT of RS256 with iss, scope, aud, iat and exp.") }
        guard let account = accounts[claims.iss] else { return refuse("Invalid grant: account not found") }
        guard
            account.publicKey.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: Data("\(parts[0]).\(parts[1])".utf8)), padding: .insecurePKCS1v1_5)
        else { return refuse("Invalid JWT Signature.") }
        guard claims.aud == "https://\(request.host)/token" else {
            return refuse("Invalid JWT: the audience is not this endpoint.")
        }
        guard !Self.scopes.isDisjoint(with: claims.scope.split(separator: " ").map(String.init)) else {
            return .failure(.invalidScope)
        }
        guard (0...253_402_300_799).contains(claims.iat), (0...253_402_300_799).contains(claims.exp),
            claims.exp - claims.iat <= 3600, Timestamp(seconds: claims.exp) > now,
            Timestamp(seconds: claims.iat) <= now + Self.leeway
        else {
            return refuse(
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
                    + "Check your iat and exp values in the JWT claim.")
        }
        return .success(account)
    }

    private func refuse(_ description: String) -> Result<FCMAccount, FCMRefusal> {
        .failure(.invalidGrant(description))
    }

    private static func decode<Value: Decodable>(_ part: Substring) -> Value? {
        Base64.decode(String(part)).flatMap { try? CanonicalJSON.decode(Value.self, from: $0) }
    }
}

/// The account and expiration of an issued access token.
struct AccessGrant: Sendable {
    var account: FCMAccount
    var expiresAt: Timestamp
}
