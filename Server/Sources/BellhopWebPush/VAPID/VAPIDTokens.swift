import BellhopFoundation
import BellhopModel
import Crypto
import NIOConcurrencyHelpers

/// The signed tokens of a ``VAPIDKey``, one for each push service, signed on demand and reused.
///
/// Signing takes less than 0.1 ms and happens under the lock, so concurrent callers get the same token.
final class VAPIDTokens: Sendable {
    private struct Token {
        let issuedAt: Timestamp
        let authorization: Secret
    }

    /// The lifetime of a token. RFC 8292 §2 permits 24 hours; half of it tolerates clock differences.
    static let lifetime = Duration.seconds(12 * 3600)
    /// The age at which a token is replaced. Apple: "Don't refresh your JWT more frequently than once per hour" (Sending
    /// web push notifications in web apps and browsers).
    static let renewalAge = Duration.seconds(11 * 3600)
    /// The maximum number of stored tokens. Clients choose the push service, so that any number may occur.
    static let mostTokens = 256

    private let key: VAPIDKey
    private let contact: VAPIDContact
    private let tokens = NIOLockedValueBox<[String: Token]>([:])

    init(key: VAPIDKey, contact: VAPIDContact) {
        self.key = key
        self.contact = contact
    }

    /// The value of the `Authorization` field (RFC 8292 §3).
    ///
    /// - Parameter audience: The origin of the push service.
    /// - Throws: `CryptoKitError` when the key cannot sign.
    func authorization(for audience: String, at now: Timestamp) throws -> Secret {
        try tokens.withLockedValue { tokens in
            // A token from the future means that the clock was set back.
            if let token = tokens[audience], now < token.issuedAt + Self.renewalAge,
                now >= token.issuedAt - .seconds(60)
            {
                return token.authorization
            }
            let token = Token(issuedAt: now, authorization: try sign(audience, at: now))
            if tokens.count >= Self.mostTokens, tokens[audience] == nil,
                let oldest = tokens.min(by: { $0.value.issuedAt < $1.value.issuedAt })
            {
                tokens[oldest.key] = nil
            }
            tokens[audience] = token
            return token.authorization
        }
    }

    private func sign(_ audience: String, at now: Timestamp) throws -> Secret {
        let claims = Claims(aud: audience, exp: (now + Self.lifetime).seconds, sub: contact.uri)
        let content =
            Base64.encodeURLSafe(#"{"alg":"ES256","typ":"JWT"}"#.utf8) + "."
            + Base64.encodeURLSafe(try CanonicalJSON.encode(claims))
        // JWS requires R and S concatenated (RFC 7518 §3.4), not DER.
        let signature = try key.signingKey.signature(for: Data(content.utf8)).rawRepresentation
        // py_vapid accepts no space after the comma.
        return Secret("vapid t=\(content).\(Base64.encodeURLSafe(signature)),k=\(key.applicationServerKey)")
    }

    private struct Claims: Encodable {
        var aud: String
        var exp: Int64
        var sub: String
    }
}
