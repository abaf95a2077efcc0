extension PushPayload {
    /// Takes an ask off the screens of the user's other devices. Shows nothing, and carries nothing that could keep the
    /// system from treating it as a background push.
    public static func clear(_ ask: AskID, reason: ClearReason) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true))
        payload.clearApprovalID = ask.description
        payload.reason = reason.rawValue
        return payload
    }

    /// Lets the app fetch what has changed, such as `messages`.
    public static func sync(_ what: String) -> PushPayload {
        var payload = PushPayload(aps: APS(contentAvailable: true), type: .sync)
        payload.syncType = what
        return payload
    }
}

/// Why an ask is taken off the screen. An open set: an agent's own reasons for withdrawing are passed on.
public struct ClearReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let approvedElsewhere = Self(rawValue: "approved_on_other_device")
    public static let deniedElsewhere = Self(rawValue: "denied_on_other_device")
    public static let answeredElsewhere = Self(rawValue: "answered_on_other_device")
    public static let expired = Self(rawValue: "expired")
    public static let withdrawn = Self(rawValue: "withdrawn")

    /// What the devices that did not answer are told about `resolution`.
    public init(_ resolution: Resolution) {
        switch resolution.state {
        case .approved: self = .approvedElsewhere
        case .denied: self = .deniedElsewhere
        case .answered: self = .answeredElsewhere
        case .expired: self = .expired
        case .withdrawn, .pending: self = resolution.reason.map { Self(rawValue: $0.rawValue) } ?? .withdrawn
        }
    }
}
