import BellhopFoundation
import BellhopModel
import Crypto

/// The rules of Apple's "Establishing a token-based connection to APNs".
extension APNsCheck {
    static func credentialPresent(_ inspection: APNsInspection) -> APNsRefusal? {
        if case .missing = inspection.credential { .missingProviderToken } else { nil }
    }

    static func credentialValid(_ inspection: APNsInspection) -> APNsRefusal? {
        if case .invalid = inspection.credential { .invalidProviderToken } else { nil }
    }

    static func credentialFresh(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let token = inspection.token else { return nil }
        if inspection.now - token.issuedAt > VerifiedProviderToken.validity { return .expiredProviderToken }
        // Apple documents no reason for a token from the future. It has not expired, so it is invalid.
        return token.issuedAt - inspection.now > VerifiedProviderToken.validity ? .invalidProviderToken : nil
    }

    static func keyEnvironment(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let key = inspection.token?.key else { return nil }
        return key.environments.contains(inspection.environment) ? nil : .badEnvironmentKeyID
    }

    static func keyRelated(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let key = inspection.token?.key, let first = inspection.tokens.firstKey else { return nil }
        return first.isRelated(to: key) ? nil : .unrelatedKeyID
    }

    static func credentialUpdates(_ inspection: APNsInspection) -> APNsRefusal? {
        guard let token = inspection.token else { return nil }
        let tooSoon = inspection.tokens.isTooSoon(
            token, authorization: inspection.request.authorization, now: inspection.now)
        return tooSoon ? .tooManyProviderTokenUpdates : nil
    }
}

/// A provider token with a valid signature, and its key.
struct VerifiedProviderToken: Sendable {
    var key: ProviderKey
    var issuedAt: Timestamp

    /// "The value must be within one hour of the current time" (Apple, "Establishing a token-based connection").
    static let validity: Duration = .seconds(3600)
}

/// The result of verifying the `authorization` field of a request.
enum CredentialCheckResult: Sendable {
    case missing
    case invalid
    case verified(VerifiedProviderToken)
}

extension CredentialCheckResult {
    /// Parses `bearer <JWT>` and verifies it as JWS with ES256 (RFC 7515 §5.2, RFC 7518 §3.4).
    init(authorization: String?, keys: [String: ProviderKey]) {
        guard let text = authorization.flatMap(Self.bearerToken) else {
            self = .missing
            return
        }
        guard let token = VerifiedProviderToken(text, keys: keys) else {
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

extension VerifiedProviderToken {
    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Claims: Decodable {
        var iss: String
        // A number, as Apple and RFC 7519 §2 (NumericDate) specify; a string does not decode.
        var iat: Int64
    }

    /// The last second of the year 9999. Larger values would overflow date arithmetic.
    private static let latestIssue: Int64 = 253_402_300_799

    /// Returns `nil` unless the text is a token of a known key, for that key's team, with a valid signature.
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

    /// True if the part uses the URL-safe alphabet without padding (RFC 7515 §2); ``Base64`` accepts more.
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

/// The provider tokens that one connection has verified.
///
/// It implements three rules of Apple's "Establishing a token-based connection to APNs": the first push binds the
/// connection to a key; a key's token may change once in 20 minutes; a verified token need not be verified again, which
/// also makes a long-lived connection fast.
struct TokenHistory: Sendable {
    static let updateInterval: Duration = .seconds(20 * 60)

    /// The key of the first push.
    private(set) var firstKey: ProviderKey?
    /// The verified tokens by the text of the `authorization` field.
    private var verified: [String: VerifiedProviderToken] = [:]
    /// By key id: the time of the last token that was new to the connection.
    private var lastUpdate: [String: Timestamp] = [:]

    func token(for authorization: String?) -> VerifiedProviderToken? { authorization.flatMap { verified[$0] } }

    /// True if `token` is one update too many. A token that was verified before is no update, so requests that overtake
    /// each other during a renewal are accepted.
    func isTooSoon(_ token: VerifiedProviderToken, authorization: String?, now: Timestamp) -> Bool {
        guard self.token(for: authorization) == nil, let last = lastUpdate[token.key.keyID] else { return false }
        return now - last < Self.updateInterval
    }

    /// Records a token that passed every check.
    mutating func record(_ token: VerifiedProviderToken, authorization: String, now: Timestamp) {
        if firstKey == nil { firstKey = token.key }
        guard verified[authorization] == nil else { return }
        verified = verified.filter { now - $0.value.issuedAt <= VerifiedProviderToken.validity }
        verified[authorization] = token
        lastUpdate[token.key.keyID] = now
    }

    /// Allows one more update of the key's token.
    mutating func allowUpdate(of key: ProviderKey) { lastUpdate[key.keyID] = nil }
}
