public import BellhopModel

/// Tells the server the tokens of Live Activities (`POST /v1/sessions/{id}/live-activity`).
public protocol ActivityTokenPort: Sendable {
    /// Says that `session` is shown by an activity that is updated by `token`.
    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt

    /// Revokes the reported token of `session`.
    ///
    /// - Parameter token: the reported token, so that a late request does not revoke a newer one; `nil` when it is no longer
    ///   known.
    func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt

    /// Reports the token by which activities are started on this device; `nil` revokes it.
    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt
}

/// The result of a report.
public enum ActivityTokenReceipt: Hashable, Sendable {
    /// The server has it.
    case taken
    /// The server refuses it permanently: the session is unknown, or the route is not served.
    case refused
    /// To be said again.
    case unavailable
}

/// For a server that does not serve Live Activities: nothing is said, and so nothing is held as said.
public struct NoActivityTokens: ActivityTokenPort {
    public init() {}

    public func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt { .unavailable }
}
