public import BellhopModel

/// The result of an attempt to end an ask.
public struct AskTransition: Hashable, Sendable {
    /// The ask after the attempt.
    public var ask: Ask
    /// The ask's notification.
    public var notificationID: NotificationID
    public var consequence: AskStateMachine.Transition
    /// The number of devices that must clear it. Zero unless this attempt ended the ask.
    public var clearing: Int

    public init(ask: Ask, notificationID: NotificationID, consequence: AskStateMachine.Transition, clearing: Int) {
        self.ask = ask
        self.notificationID = notificationID
        self.consequence = consequence
        self.clearing = clearing
    }
}

public protocol AskStore: Sendable {
    func ask(_ id: AskID) async throws -> Ask?

    /// The user's asks, newest first; in `state` if given.
    func asks(of user: UserID, state: AskState?, limit: Int) async throws -> [Ask]

    /// Applies `event` to the ask by ``AskStateMachine`` and stores the result, in one transaction.
    ///
    /// When it ends the ask, the same transaction marks its notification as read, cancels unsent deliveries, and
    /// creates a clearing delivery for every active device that was sent it, except the one that answered.
    /// - Returns: `nil` for an unknown ask.
    func transition(_ id: AskID, _ event: AskStateMachine.Event, at time: Timestamp) async throws -> AskTransition?

    /// Expires up to `limit` pending asks whose deadline is not after `time`, as ``transition(_:_:at:)`` would.
    func expireAsks(at time: Timestamp, limit: Int) async throws -> [AskTransition]

    /// The earliest deadline of a pending ask.
    func nextAskDeadline() async throws -> Timestamp?

    /// The moments after `moment` at which `user` denied asks whose input has the SHA-256 `inputHash`, in order.
    func denials(of user: UserID, inputHash: [UInt8], after moment: Timestamp) async throws -> [Timestamp]

    /// Records that the agent has applied the answer; repeating it keeps the first time.
    /// - Returns: the ask after the change; `nil` for an unknown ask, or one without an answer.
    func markApplied(_ id: AskID, at time: Timestamp) async throws -> Ask?
}
