import BellhopModel
import BellhopPush
import NIOCore

/// What one answer means: for the push, and for the connection it came on.
struct Verdict {
    /// What an answer says about the connection that gave it.
    enum Standing: Hashable {
        /// APNs knows us: it looked at the push, and not only at who sends it.
        case proven
        /// APNs refused the sender, so that nothing is known yet.
        case unproven
        /// The connection is of no more use.
        case spent
    }

    let outcome: Result<Outcome, UnknownResponse>
    let reason: Reason?
    let standing: Standing

    /// - Parameters:
    ///   - service: Which one answered, and so by which table.
    ///   - token: The device token, which is blotted out should an unknown answer repeat it.
    init(_ response: APNsResponse, from service: APNsService = .pushes, now: Timestamp, token: Substring) {
        guard !service.isSuccess(response.status) else {
            outcome = .success(.accepted(Acceptance(gatewayID: response.uniqueID)))
            reason = nil
            standing = .proven
            return
        }
        let body = APNsErrorBody(response.body)
        let reason = body.reason ?? Reason(rawValue: "Status\(response.status)")
        self.reason = reason
        standing =
            if APNsErrors.leaveConnection.contains(reason) {
                .spent
            } else if response.status == 403 || response.status >= 500 || reason == .tooManyProviderTokenUpdates {
                .unproven
            } else { .proven }
        guard let reaction = APNsErrors.reaction(to: reason, status: response.status, from: service) else {
            outcome = .failure(UnknownResponse(status: response.status, body: Self.excerpt(response.body, hiding: token)))
            return
        }
        let until = response.retryAfter.flatMap { Timestamp(retryAfter: $0, now: now) }
        outcome = .success(Self.outcome(of: reaction, reason: reason, since: body.timestamp, until: until, now: now))
    }

    private static func outcome(
        of reaction: GatewayErrorRow.Reaction, reason: Reason, since: Timestamp?, until: Timestamp?, now: Timestamp
    ) -> Outcome {
        switch reaction {
        case .dropPush: .rejected(Rejection(reason: reason, cause: .pushInvalid))
        case .removeDevice: .rejected(Rejection(reason: reason, cause: .deviceGone(since: since)))
        case .suspectDevice: .rejected(Rejection(reason: reason, cause: .deviceSuspect))
        case .pauseCredential: .rejected(Rejection(reason: reason, cause: .credentialInvalid))
        case .renewAndRetry, .backOff: .deferred(Deferral(reason: reason, until: until))
        case .slowDown: .deferred(Deferral(reason: reason, until: until ?? now + .seconds(60)))
        }
    }

    private static func excerpt(_ body: ByteBuffer?, hiding token: Substring) -> String {
        guard let body else { return "" }
        // Cut last: half of a token would not be found.
        let text = String(decoding: body.readableBytesView, as: UTF8.self)
        return String((token.isEmpty ? text : text.replacing(token, with: "<token>")).prefix(200))
    }
}
