public import BellhopModel

/// The outcome of one attempt to send a push.
public enum Outcome: Sendable, Hashable {
    /// The gateway accepted the push. The device may still not show it.
    case accepted(AcceptedPush)
    /// The gateway refuses the push permanently.
    case rejected(Rejection)
    /// The gateway cannot accept the push now. The same push, with the same id, may be sent again.
    case deferred(Deferral)
}

public struct AcceptedPush: Sendable, Hashable {
    /// The gateway's own id of the push, for the vendor's console (`apns-unique-id`, sandbox only).
    public var gatewayID: String?
    public init(gatewayID: String? = nil) { self.gatewayID = gatewayID }
}

public struct Rejection: Sendable, Hashable {
    public var reason: Reason
    public var cause: Cause

    public init(reason: Reason, cause: Cause) {
        self.reason = reason
        self.cause = cause
    }

    /// The part of a request that has to change before it can succeed.
    public enum Cause: Sendable, Hashable {
        /// This push is malformed. Other pushes are not affected.
        case pushInvalid
        /// The token is no longer valid. `since` is when the gateway last confirmed that; a later registration is
        /// valid.
        case deviceGone(since: Timestamp?)
        /// The token is malformed, or belongs to the other environment.
        case deviceSuspect
        /// Our credential or configuration is invalid: every push with it will fail.
        case credentialInvalid
    }
}

public struct Deferral: Sendable, Hashable {
    public var reason: Reason
    /// The earliest time of the next attempt; `nil` leaves it to the dispatcher's backoff.
    public var until: Timestamp?

    public init(reason: Reason, until: Timestamp? = nil) {
        self.reason = reason
        self.until = until
    }
}

/// A gateway's reason for an error, such as `BadDeviceToken`. An open set, because vendors add reasons.
public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The connection or the push's stream ended before the response. The gateway may have accepted the push.
    public static let connectionLost = Self(rawValue: "ConnectionLost")
    /// No connection could be opened.
    public static let unreachable = Self(rawValue: "Unreachable")
    /// No response arrived within the request's deadline.
    public static let timeout = Self(rawValue: "Timeout")
    /// The server refused the push's stream several times, each time without processing it.
    public static let refused = Self(rawValue: "Refused")
    /// The request cannot be sent: a header field is invalid, or the fields are larger than the server permits.
    public static let invalidRequest = Self(rawValue: "InvalidRequest")
    /// The client's queue is full.
    public static let overloaded = Self(rawValue: "Overloaded")
    /// The client is shutting down, and did not begin to send the push.
    public static let shuttingDown = Self(rawValue: "ShuttingDown")
    /// No credential is configured for the push's app and environment.
    public static let noCredential = Self(rawValue: "NoCredential")

    /// The reasons that gateway clients set themselves.
    static let ofClients: Set<Reason> = [
        .connectionLost, .invalidRequest, .noCredential, .overloaded, .refused, .shuttingDown, .timeout, .unreachable,
    ]
}

extension Reason {
    /// A server's text made safe for logs and metrics: at most `limit` characters of printable ASCII.
    ///
    /// - Parameter spaces: `true` if spaces are kept.
    package init(printable text: some StringProtocol, limit: Int = 64, spaces: Bool = false) {
        self.init(
            rawValue: String(
                text.unicodeScalars.prefix(limit).map { scalar in
                    (0x21...0x7E).contains(scalar.value) || spaces && scalar == " " ? Character(scalar) : "_"
                }))
    }
}
