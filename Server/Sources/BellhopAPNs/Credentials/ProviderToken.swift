import BellhopModel
import Crypto
import Foundation

/// A signed provider token (JWT, RFC 7519), ready to be sent as the `authorization` field.
struct ProviderToken: Sendable {
    let issuedAt: Timestamp
    private let authorization: Secret

    /// `bearer` and the token.
    func reveal() -> String { authorization.reveal() }

    /// Signs a token as Apple describes it: ES256, the key's id in the header, team and time in the claims.
    ///
    /// - Throws: `CryptoKitError` when the key cannot sign.
    init(for credential: APNsCredential, at now: Timestamp) throws {
        // Ids are letters and digits, and `iat` is a number: nothing here can need escaping.
        let header = #"{"alg":"ES256","kid":"\#(credential.keyID)"}"#
        let claims = #"{"iss":"\#(credential.teamID)","iat":\#(now.seconds)}"#
        let content = Base64.encodeURLSafe(header.utf8) + "." + Base64.encodeURLSafe(claims.utf8)
        // JWS wants R and S side by side (RFC 7518 §3.4), not DER.
        let signature = try credential.signingKey.signature(for: Data(content.utf8)).rawRepresentation
        issuedAt = now
        authorization = Secret("bearer \(content).\(Base64.encodeURLSafe(signature))")
    }
}
