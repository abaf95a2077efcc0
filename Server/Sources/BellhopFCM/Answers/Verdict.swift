import BellhopModel
import BellhopPush

/// What one answer means: for the push, and for the access token it was sent with.
struct Verdict {
    let outcome: Result<Outcome, UnknownResponse>
    /// Whether FCM did not take the access token.
    var isTokenRefused = false

    /// A token that is refused although it is younger than this will not be mended by another.
    private static let fresh = Duration.seconds(60)

    /// - Parameters:
    ///   - token: the device's, which is blotted out should an unknown answer repeat it.
    ///   - tokenAge: of the access token that the message was sent with.
    init(_ response: FCMResponse, now: Timestamp, token: DeviceToken, tokenAge: Duration) {
        guard response.status != 200 else {
            outcome = .success(.accepted(Acceptance(gatewayID: Self.messageID(response.body))))
            return
        }
        let reason = FCMErrorBody(response.body).reason ?? Reason(rawValue: "Status\(response.status)")
        guard let reaction = FCMErrors.reaction(to: reason, status: response.status) else {
            outcome = .failure(UnknownResponse(status: response.status, body: Self.excerpt(response.body, hiding: token)))
            return
        }
        isTokenRefused = reaction == .renewAndRetry
        let until = Retry.moment(reaction, field: response.retryAfter, now: now)
        let isFresh = tokenAge < Self.fresh
        outcome = .success(Self.outcome(of: reaction, reason: reason, until: until, isFresh: isFresh))
    }

    private static func outcome(
        of reaction: GatewayErrorRow.Reaction, reason: Reason, until: Timestamp?, isFresh: Bool
    ) -> Outcome {
        switch reaction {
        case .dropPush: .rejected(Rejection(reason: reason, cause: .pushInvalid))
        case .removeDevice: .rejected(Rejection(reason: reason, cause: .deviceGone(since: nil)))
        case .suspectDevice: .rejected(Rejection(reason: reason, cause: .deviceSuspect))
        case .pauseCredential: .rejected(Rejection(reason: reason, cause: .credentialInvalid))
        case .renewAndRetry where isFresh: .rejected(Rejection(reason: reason, cause: .credentialInvalid))
        case .renewAndRetry, .backOff, .slowDown: .deferred(Deferral(reason: reason, until: until))
        }
    }

    /// `projects/*/messages/{id}`, whose last part finds the message in Firebase's reports.
    private static func messageID(_ body: [UInt8]) -> String? {
        let name = (try? CanonicalJSON.decode(JSONValue.self, from: body))?["name"]?.string
        return name?.split(separator: "/").last.map { Reason(printable: String($0), limit: 128).rawValue }
    }

    private static func excerpt(_ body: [UInt8], hiding token: DeviceToken) -> String {
        // Cut last: half of a token would not be found.
        let text = String(decoding: body, as: UTF8.self).replacing(token.text, with: "<token>")
        return String(text.prefix(200))
    }
}
