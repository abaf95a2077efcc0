import BellhopModel
import Crypto
import Foundation

/// A provider token whose signature holds, and the key that it names.
struct ProviderToken: Sendable {
    var key: ProviderKey
    var issuedAt: Timestamp

    /// "The value must be within one hour of the current time" (Apple, "Establishing a token-based connection").
    static let validity: Duration = .seconds(3600)
}

/// What the `authorization` field of a request turned out to be.
enum CredentialFinding: Sendable {
    case missing
    case invalid
    case verified(ProviderToken)
}

extension CredentialFinding {
    /// Reads `bearer <JWT>` and verifies it as JWS with ES256 (RFC 7515 §5.2, RFC 7518 §3.4).
    init(authorization: String?, keys: [String: ProviderKey]) {
        guard let text = authorization.flatMap(Self.bearerToken) else {
            self = .missing
            return
        }
        guard let token = ProviderToken(text, keys: keys) else {
            self = .invalid
            return
        }
        self = .verified(token)
    }

    private static func bearerToken(_ authorization: String) -> Substring? {
        let scheme = "bearer "
        guard authorization.prefix(scheme.count).lowercased() == scheme else { return nil }
        let token = authorization.dropFirst(scheme.count)
        return token.isEmpty ? nil : token
    }
}

extension ProviderToken {
    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Claims: Decodable {
        var iss: String
        // A number, as Apple and RFC 7519 §2 (NumericDate) have it; a string does not decode.
        var iat: Int64
    }

    /// The last second of the year 9999: beyond it a date is nonsense, and arithmetic would overflow.
    private static let latestIssue: Int64 = 253_402_300_799

    /// `nil` unless the text is a token of a known key, for that key's team, with a signature that holds.
    init?(_ text: Substring, keys: [String: ProviderKey]) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy(Self.isBase64URL),
            let header = Base64.decode(String(parts[0])).flatMap({ try? CanonicalJSON.decode(Header.self, from: $0) }),
            let claims = Base64.decode(String(parts[1])).flatMap({ try? CanonicalJSON.decode(Claims.self, from: $0) }),
            header.alg == "ES256", let key = keys[header.kid], claims.iss == key.teamID,
            (0...Self.latestIssue).contains(claims.iat),
            let signature = Base64.decode(String(parts[2]))
                .flatMap({ try? P256.Signing.ECDSASignature(rawRepresentation: $0) }),
            key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        self.init(key: key, issuedAt: Timestamp(seconds: claims.iat))
    }

    /// The URL-safe alphabet without padding (RFC 7515 §2), which ``Base64`` reads more generously.
    private static func isBase64URL(_ part: Substring) -> Bool {
        !part.isEmpty
            && part.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
