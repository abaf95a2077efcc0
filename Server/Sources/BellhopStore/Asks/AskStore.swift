public import BellhopModel

/// What one attempt to end an ask came to.
public struct AskTransition: Hashable, Sendable {
    /// The ask as it stands after the attempt.
    public var ask: Ask
    /// The notification it came with.
    public var notificationID: NotificationID
    public var consequence: AskStateMachine.Transition
    /// How many devices are to be told to clear it. Zero unless this attempt ended it.
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

    /// The user's asks, newest first; only those in `state` if given.
    func asks(of user: UserID, state: AskState?, limit: Int) async throws -> [Ask]

    /// Puts `happening` to the ask and stores what ``AskStateMachine`` makes of it, in one transaction.
    ///
    /// When it ends the ask, the same transaction marks its notification as read, cancels deliveries that were not
    /// sent yet, and makes a clearing delivery for every active device of the user that was sent it, except the one
    /// that answered.
    /// - Returns: `nil` when there is no such ask.
    func transition(_ id: AskID, _ happening: AskStateMachine.Event, at time: Timestamp) async throws -> AskTransition?

    /// Ends up to `limit` pending asks whose deadline is not after `time`, as ``transition(_:_:at:)`` would.
    func expireAsks(at time: Timestamp, limit: Int) async throws -> [AskTransition]

    /// The earliest deadline of a pending ask.
    func nextAskDeadline() async throws -> Timestamp?

    /// When `user` denied asks of the input whose SHA-256 is `inputHash`, after `moment`; earliest first.
    func denials(of user: UserID, inputHash: [UInt8], after moment: Timestamp) async throws -> [Timestamp]

    /// Notes that the agent went on with the answer; the first time counts.
    /// - Returns: the ask as it stands then; `nil` when there is no such ask or it has no answer.
    func markApplied(_ id: AskID, at time: Timestamp) async throws -> Ask?
}
