import BellhopModel
import BellhopPush

/// What the token endpoint said (RFC 6749 §5).
struct TokenReply: Sendable {
    let answer: AccessTokens.Answer
    /// Whether it refused the assertion in a way that a wrong clock brings about.
    var isAboutTime = false
    var serverTime: Timestamp?
    /// In Google's words, for the log: printable and short.
    var explanation = ""

    init(_ answer: AccessTokens.Answer) { self.answer = answer }

    init(_ response: FCMResponse, now: Timestamp) {
        let json = try? CanonicalJSON.decode(JSONValue.self, from: response.body)
        serverTime = response.date
        if response.status == 200 {
            // A lifetime of less than a minute would only be spent on asking again.
            if let token = json?["access_token"]?.string, !token.isEmpty,
                token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let seconds = json?["expires_in"]?.integer, (60...86_400).contains(seconds)
            {
                answer = .token(AccessToken(Secret(token), issuedAt: now, lifetime: .seconds(seconds)))
            } else {
                answer = .none(.deferred(Deferral(reason: .unreadableToken)))
            }
            return
        }
        let word = json?["error"]?.string
        let reason = word.map { Reason(printable: $0) } ?? Reason(rawValue: "TokenStatus\(response.status)")
        isAboutTime = word == "invalid_grant"
        explanation = Reason(printable: json?["error_description"]?.string ?? "", limit: 200, spaces: true).rawValue
        let reaction = FCMErrors.reaction(to: reason, status: response.status) ?? .backOff
        switch reaction {
        case .pauseCredential, .dropPush, .removeDevice, .suspectDevice:
            // Whatever is wrong with asking for a token, it is not the push.
            answer = .none(.rejected(Rejection(reason: reason, cause: .credentialInvalid)))
        case .renewAndRetry, .backOff, .slowDown:
            answer = .none(
                .deferred(Deferral(reason: reason, until: Retry.moment(reaction, field: response.retryAfter, now: now)))
            )
        }
    }
}
