import BellhopModel
import BellhopPush
import Logging

/// Asks for access tokens with a service account's key (Google, *Using OAuth 2.0 for server to server applications*).
struct TokenEndpoint: Sendable {
    let account: ServiceAccount
    let transport: any FCMTransport
    /// Within which a token is there, asked for once or twice.
    let deadline: Duration
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    /// A clock that is further off than this gets assertions refused.
    private static let tolerance = Duration.seconds(60)

    /// - Throws: `CancellationError`.
    func fetch() async throws -> AccessTokens.Answer {
        let now = clock()
        let end = ContinuousClock.now + deadline
        let reply: TokenReply
        do {
            let first = try await ask(at: now, until: end)
            if let theirs = first.serverTime, first.isAboutTime, abs(theirs - now) > Self.tolerance {
                logger.warning(
                    "This machine's clock differs from Google's: going by theirs for access tokens",
                    metadata: ["seconds": "\((now - theirs).components.seconds)"])
                reply = try await ask(at: theirs, until: end)
            } else {
                reply = first
            }
        } catch let fault as TransportFault {
            logger.debug("no access token", metadata: ["reason": "\(fault.reason)"])
            return .none(.deferred(Deferral(reason: fault.reason)))
        }
        if case .none(let outcome) = reply.answer, case .rejected(let rejection) = outcome {
            logger.error(
                "Google gives this service account no access token",
                metadata: [
                    "account": "\(account.email)", "reason": "\(rejection.reason)", "says": "\(reply.explanation)",
                ])
        }
        return reply.answer
    }

    private func ask(at now: Timestamp, until end: ContinuousClock.Instant) async throws -> TokenReply {
        let assertion: Secret
        do {
            assertion = try Assertion.make(for: account, at: now)
        } catch {
            logger.error("The service account's key cannot sign", metadata: ["error": "\(error)"])
            return TokenReply(.none(.rejected(Rejection(reason: .unusableKey, cause: .credentialInvalid))))
        }
        // Both values are made of characters that a form takes as they are (URL, application/x-www-form-urlencoded),
        // but for the colons.
        let grant = Assertion.grantType.replacing(":", with: "%3A")
        let response = try await transport.post(
            account.tokenURI, headers: [("content-type", "application/x-www-form-urlencoded")],
            body: Array("assertion=\(assertion.reveal())&grant_type=\(grant)".utf8), within: end - .now)
        return TokenReply(response, now: clock())
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
}
