/// A service that delivers pushes to devices: APNs, FCM or Web Push.
///
/// A gateway makes one attempt and says what came of it. Attempts, backoff and bookkeeping belong to the engine.
public protocol Gateway: Sendable {
    /// Sends `push` once.
    ///
    /// Every call ends within the gateway's request deadline. Cancelling the task gives up waiting; the push may
    /// still have been taken.
    ///
    /// - Throws: ``UnknownResponse`` when the gateway answered something that no table explains, or `CancellationError`.
    func send(_ push: Push) async throws -> Outcome
}

/// An answer outside of every documented table. It carries what was said, for the log, without token or payload.
public struct UnknownResponse: Error, Sendable, CustomStringConvertible {
    public var status: Int
    public var body: String

    public init(status: Int, body: String) {
        self.status = status
        self.body = body
    }

    public var description: String { "unknown answer from the gateway: status \(status), \(body.debugDescription)" }
}
