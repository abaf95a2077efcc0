public import BellhopModel

/// What a gateway said to one push: a value, never an exception.
public enum Outcome: Sendable, Hashable {
    /// The gateway has it. That the device shows it is another matter.
    case accepted(Acceptance)
    /// The gateway will not take it, now or later.
    case rejected(Rejection)
    /// Not now. The same push, with the same id, may be sent again.
    case deferred(Deferral)
}

public struct Acceptance: Sendable, Hashable {
    /// The gateway's own id of the push, to look it up in the vendor's console (`apns-unique-id`, sandbox only).
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

    /// Who is at fault, and so what has to change before anything else is sent.
    public enum Cause: Sendable, Hashable {
        /// This push is malformed. Everything else may go on.
        case pushInvalid
        /// The token is dead. `since` is when the gateway last knew so; a registration after that is alive.
        case deviceGone(since: Timestamp?)
        /// The token is wrong, or belongs to the other environment.
        case deviceSuspect
        /// Our credential or configuration is wrong: every push with it will fail.
        case credentialInvalid
    }
}

public struct Deferral: Sendable, Hashable {
    public var reason: Reason
    /// Not before this moment; `nil` leaves it to the engine's own backoff.
    public var until: Timestamp?

    public init(reason: Reason, until: Timestamp? = nil) {
        self.reason = reason
        self.until = until
    }
}

/// A gateway's word for what is wrong, such as `BadDeviceToken`. An open set: vendors add reasons.
public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The connection, or the push's stream on it, ended before the answer. The push may or may not have been taken.
    public static let connectionLost = Self(rawValue: "ConnectionLost")
    /// No connection could be made.
    public static let unreachable = Self(rawValue: "Unreachable")
    /// No answer within the request's deadline.
    public static let timeout = Self(rawValue: "Timeout")
    /// As many pushes as the gateway's client will hold wait for it already.
    public static let overloaded = Self(rawValue: "Overloaded")
    /// This process is stopping, and did not begin to send the push.
    public static let shuttingDown = Self(rawValue: "ShuttingDown")
    /// No credential is configured for the push's app and environment.
    public static let noCredential = Self(rawValue: "NoCredential")
}
