import BellhopFoundation
public import BellhopModel

/// One row of a gateway's error table: the meaning of an error, and Bellhop's reaction to it.
public struct GatewayErrorRow: Sendable, Hashable {
    public var status: Int
    public var reason: Reason
    /// One English sentence, for `explain`, `doctor` and the docs.
    public var meaning: String
    public var reaction: Reaction

    public init(_ status: Int, _ reason: String, _ reaction: Reaction, _ meaning: String) {
        self.status = status
        self.reason = Reason(rawValue: reason)
        self.meaning = meaning
        self.reaction = reaction
    }

    /// All possible reactions; each gateway's table uses some of them.
    public enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// Give up this push; its content is invalid.
        case dropPush
        /// Deactivate the device, unless it registered after the gateway's timestamp.
        case removeDevice
        /// Suspend the device and try the other environment once.
        case suspectDevice
        /// Stop using the credential and notify the operator.
        case pauseCredential
        /// Send again soon, after renewing the token or the connection that the reason names.
        case renewAndRetry
        /// Send again with exponential backoff.
        case backOff
        /// Send again after a long pause: at first one minute.
        case slowDown
    }
}

/// The reactions of a gateway's error table, by reason, with a fallback by HTTP status.
package struct GatewayErrorTable: Sendable {
    private let reactions: [Reason: GatewayErrorRow.Reaction]
    private let fallback: @Sendable (Int) -> GatewayErrorRow.Reaction?

    /// - Parameter fallback: The reaction to a status whose reason is not in the table; `nil` for an unknown status.
    package init(_ rows: [GatewayErrorRow], fallback: @escaping @Sendable (Int) -> GatewayErrorRow.Reaction?) {
        reactions = Dictionary(uniqueKeysWithValues: rows.map { ($0.reason, $0.reaction) })
        self.fallback = fallback
    }

    /// The reaction to `reason`: by the table, or for a reason that the vendor has added since, by `status`.
    package func reaction(to reason: Reason, status: Int) -> GatewayErrorRow.Reaction? {
        reactions[reason] ?? fallback(status)
    }

    package func contains(_ reason: Reason) -> Bool { reactions[reason] != nil }
}

extension Outcome {
    /// The outcome of a push whose error has `reaction`.
    ///
    /// - Parameters:
    ///   - since: The time at which the gateway found the device token invalid.
    ///   - until: The earliest time of the next attempt.
    package init(
        _ reaction: GatewayErrorRow.Reaction, reason: Reason, since: Timestamp? = nil, until: Timestamp?
    ) {
        self =
            switch reaction {
            case .dropPush: .rejected(Rejection(reason: reason, cause: .pushInvalid))
            case .removeDevice: .rejected(Rejection(reason: reason, cause: .deviceGone(since: since)))
            case .suspectDevice: .rejected(Rejection(reason: reason, cause: .deviceSuspect))
            case .pauseCredential: .rejected(Rejection(reason: reason, cause: .credentialInvalid))
            case .renewAndRetry, .backOff, .slowDown: .deferred(Deferral(reason: reason, until: until))
            }
    }
}

/// A response that no error table explains, with its text for the log but without device token or payload.
public struct UnknownResponse: Error, Sendable, CustomStringConvertible {
    public var status: Int
    public var body: String

    public init(status: Int, body: String) {
        self.status = status
        self.body = body
    }

    /// - Parameter token: The device token, which is redacted where the body repeats it.
    package init(status: Int, body: some Collection<UInt8>, redacting token: some StringProtocol) {
        // Truncated last: a truncated token would not be found.
        let text = String(decoding: body, as: UTF8.self)
        let redacted = token.isEmpty ? text : text.replacing(String(token), with: "<token>")
        self.init(status: status, body: String(redacted.prefix(200)))
    }

    public var description: String { "unknown response from the gateway: status \(status), \(body.debugDescription)" }
}

extension Timestamp {
    /// The time that a `Retry-After` field names (RFC 9110 §10.2.3): seconds from now, or an HTTP date such as
    /// `Wed, 21 Oct 2026 07:28:00 GMT` (§5.6.7).
    ///
    /// Never before `now`, and at most a day after it: a gateway's mistake must not postpone a push for a year.
    ///
    /// - Returns: `nil` when `field` is neither.
    public init?(retryAfter field: String, now: Timestamp) {
        let time: Timestamp
        if let seconds = Int64(field), seconds >= 0 {
            time = now + .seconds(min(seconds, 86_400))
        } else if let date = Timestamp(httpDate: field) {
            time = date
        } else {
            return nil
        }
        self = min(max(time, now), now + .seconds(86_400))
    }

    /// The system's wall clock.
    @Sendable package static func systemClock() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
}
