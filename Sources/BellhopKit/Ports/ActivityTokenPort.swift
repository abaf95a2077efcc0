public import BellhopModel

/// Tells the server the tokens of Live Activities (`POST /v1/sessions/{id}/live-activity`).
public protocol ActivityTokenPort: Sendable {
    /// Says that `session` is shown by an activity that is updated by `token`.
    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt

    /// Takes back what was said of `session`.
    ///
    /// - Parameter token: which was said, so that this, coming late, does not take back a newer one; `nil` when that is
    ///   not known any more.
    func takeBack(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt

    /// Says that this device starts activities when `token` is sent to; `nil` takes back what was said.
    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt
}

/// What came of it.
public enum ActivityTokenReceipt: Hashable, Sendable {
    /// The server has it.
    case taken
    /// The server does not want it, and will not later: there is no such session, or nobody serves this.
    case refused
    /// To be said again.
    case unavailable
}

/// For a server that does not serve Live Activities: nothing is said, and so nothing is held as said.
public struct NoActivityTokens: ActivityTokenPort {
    public init() {}

    public func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func takeBack(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt { .unavailable }
}
