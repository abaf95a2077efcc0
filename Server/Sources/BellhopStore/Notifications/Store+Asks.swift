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

extension Store {
    public func ask(_ id: AskID) async throws -> Ask? {
        try await read { try $0.asks.find(id)?.ask }
    }

    /// An ask and a device, read together.
    public func ask(_ id: AskID, and device: DeviceID) async throws -> (Ask?, Device?) {
        try await read { (try $0.asks.find(id)?.ask, try $0.devices.find(device)) }
    }

    /// The user's asks, newest first, at most `limit`, starting before `cursor`; in `state` if given.
    public func asks(
        of user: UserID, state: AskState?, before cursor: AskID? = nil, limit: Int
    ) async throws -> [Ask] {
        try await read { try $0.asks.newest(of: user, state: state, before: cursor, limit: limit) }
    }

    /// Applies `event` to the ask by ``AskStateMachine`` and stores the result, in one transaction.
    ///
    /// When it ends the ask, the same transaction marks its notification as read, cancels unsent deliveries, and
    /// creates a clearing delivery for every active device that was sent it, except the one that answered.
    ///
    /// - Parameter time: the current time, read in the transaction, because the deadline may pass while it waits.
    /// - Returns: `nil` for an unknown ask.
    public func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: @autoclosure @escaping @Sendable () -> Timestamp
    ) async throws -> AskTransition? {
        try await write { try $0.transition(id, event, at: time()) }
    }

    /// Expires up to `limit` pending asks whose deadline is not after `time`, as ``transition(_:_:at:)`` would.
    public func expireAsks(at time: Timestamp, limit: Int) async throws -> [AskTransition] {
        try await write { db in
            try db.asks.overdue(at: time, limit: limit).compactMap { try db.transition($0, .deadlineReached, at: time) }
        }
    }

    /// The earliest deadline of a pending ask.
    public func nextAskDeadline() async throws -> Timestamp? {
        try await read { try $0.asks.nextDeadline() }
    }

    /// The moments after `moment` at which `user` denied asks whose input has the SHA-256 `inputHash`, in order.
    public func denials(
        of user: UserID, inputHash: [UInt8], after moment: Timestamp
    ) async throws -> [Timestamp] {
        try await read { try $0.asks.denials(of: user, inputHash: inputHash, after: moment) }
    }

    /// Records that the agent has applied the answer; repeating it keeps the first time.
    /// - Returns: the ask after the change; `nil` for an unknown ask, or one without an answer.
    public func markApplied(_ id: AskID, at time: Timestamp) async throws -> Ask? {
        try await write { db in
            let isFirst = try db.asks.markApplied(id, at: time)
            guard let stored = try db.asks.find(id), stored.ask.resolution?.answer != nil else { return nil }
            if isFirst { try db.timeline.add(TimelineEntry(at: time, step: .applied), to: stored.notificationID) }
            return stored.ask
        }
    }
}

extension Database {
    /// Applies an event to an ask by ``AskStateMachine`` and stores the result. Every ask ends here.
    func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: Timestamp
    ) throws -> AskTransition? {
        guard var stored = try asks.find(id) else { return nil }
        let consequence = AskStateMachine.transition(of: event, for: stored.ask, at: time)
        var clearing = 0
        if case .resolve(let resolution) = consequence {
            stored.ask.resolution = resolution
            clearing = try end(stored, with: resolution, at: time)
        }
        return AskTransition(
            ask: stored.ask, notificationID: stored.notificationID, consequence: consequence, clearing: clearing)
    }

    /// - Returns: the number of devices that must clear it.
    private func end(_ stored: StoredAsk, with resolution: Resolution, at time: Timestamp) throws -> Int {
        let notification = stored.notificationID
        let answering = resolution.answer?.deviceID
        try asks.resolve(stored.ask.id, resolution)
        if stored.ask.request.isEnrolment { try resolveEnrolment(stored.ask, with: resolution, at: time) }
        try makeLiveActivitiesDue(withEndOf: stored.ask, at: time)
        try timeline.add(
            TimelineEntry(at: time, step: .resolved, deviceID: answering, detail: resolution.state.rawValue),
            to: notification)
        _ = try notifications.markRead(notification, at: time)
        try deliveries.cancelShows(of: notification, because: .askEnded, at: time)
        return try deliveries.insertClears(of: notification, user: stored.ask.userID, except: answering, at: time)
    }
}
