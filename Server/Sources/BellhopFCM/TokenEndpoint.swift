import BellhopFoundation
import BellhopHTTP2
import BellhopModel
import BellhopPush
import Crypto
import CryptoExtras
import Logging

/// Requests access tokens with a service account's key (Google, *Using OAuth 2.0 for server to server applications*).
struct TokenEndpoint: Sendable {
    let account: ServiceAccount
    let transport: any FCMTransport
    /// The deadline for a token, including a second request.
    let deadline: Duration
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    /// The clock difference above which Google rejects assertions.
    private static let tolerance = Duration.seconds(60)

    /// - Throws: `CancellationError`.
    func fetch() async throws -> AccessTokens.TokenResult {
        let now = clock()
        let end = ContinuousClock.now + deadline
        let response: TokenResponse
        do {
            let first = try await request(at: now, until: end)
            if let serverTime = first.serverTime, first.mayBeClockError, abs(serverTime - now) > Self.tolerance {
                logger.warning(
                    "This machine's clock differs from Google's; access tokens use Google's time",
                    metadata: ["seconds": "\((now - serverTime).components.seconds)"])
                response = try await request(at: serverTime, until: end)
            } else {
                response = first
            }
        } catch let error as TransportError {
            logger.debug("no access token", metadata: ["reason": "\(error.reason)"])
            return .none(.deferred(Deferral(reason: error.reason)))
        }
        if case .none(let outcome) = response.result, case .rejected(let rejection) = outcome {
            logger.error(
                "Google refused an access token for this service account",
                metadata: [
                    "account": "\(account.email)", "reason": "\(rejection.reason)",
                    "explanation": "\(response.explanation)",
                ])
        }
        return response.result
    }

    private func request(at now: Timestamp, until end: ContinuousClock.Instant) async throws -> TokenResponse {
        let assertion: Secret
        do {
            assertion = try JWTAssertion.make(for: account, at: now)
        } catch {
            logger.error("The service account's key cannot sign", metadata: ["error": "\(error)"])
            return TokenResponse(.none(.rejected(Rejection(reason: .unusableKey, cause: .credentialInvalid))))
        }
        // Both values consist of characters that a form takes unescaped (URL, application/x-www-form-urlencoded),
        // except for the colons.
        let grant = JWTAssertion.grantType.replacing(":", with: "%3A")
        let response = try await transport.post(
            account.tokenURI, headers: [("content-type", "application/x-www-form-urlencoded")],
            body: Array("assertion=\(assertion.reveal())&grant_type=\(grant)".utf8), within: end - .now)
        return TokenResponse(response, now: clock())
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}

/// The response of the token endpoint (RFC 6749 §5).
struct TokenResponse: Sendable {
    let result: AccessTokens.TokenResult
    /// True if it rejected the assertion with an error that a wrong clock can cause.
    var mayBeClockError = false
    var serverTime: Timestamp?
    /// Google's explanation for the log, printable and short.
    var explanation = ""

    init(_ result: AccessTokens.TokenResult) { self.result = result }

    init(_ response: GatewayHTTPResponse, now: Timestamp) {
        let json = try? CanonicalJSON.decode(JSONValue.self, from: response.body)
        serverTime = response.date
        if response.status == 200 {
            // A token that lasts less than a minute is useless.
            if let token = json?["access_token"]?.string, !token.isEmpty,
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let seconds = json?["expires_in"]?.integer, (60...86_400).contains(seconds)
            {
                result = .token(AccessToken(Secret(token), issuedAt: now, lifetime: .seconds(seconds)))
            } else {
                result = .none(.deferred(Deferral(reason: .unreadableToken)))
            }
            return
        }
        let code = json?["error"]?.string
        let reason = code.map { Reason(printable: $0) } ?? Reason(rawValue: "TokenStatus\(response.status)")
        mayBeClockError = code == "invalid_grant"
        explanation = Reason(printable: json?["error_description"]?.string ?? "", limit: 200, spaces: true).rawValue
        let reaction = FCMErrors.reaction(to: reason, status: response.status) ?? .backOff
        switch reaction {
        case .pauseCredential, .dropPush, .removeDevice, .suspectDevice:
            // An error of the token request is never the push's fault.
            result = .none(.rejected(Rejection(reason: reason, cause: .credentialInvalid)))
        case .renewAndRetry, .backOff, .slowDown:
            result = .none(
                .deferred(
                    Deferral(
                        reason: reason,
                        until: FCMErrors.nextAttempt(reaction, retryAfter: response.retryAfter, now: now)))
            )
        }
    }
}

/// The assertion that authenticates a service account: a JWT (RFC 7519) for the grant of RFC 7523 §2.1, signed with
/// RS256 (RFC 7518 §3.3).
enum JWTAssertion {
    static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    /// Google accepts at most an hour.
    private static let lifetime = Duration.seconds(3600)

    /// - Parameter now: The time by the server's clock.
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
