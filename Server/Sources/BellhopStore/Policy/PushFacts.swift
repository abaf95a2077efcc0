public import BellhopModel

/// The stored facts that a push decision depends on, read only when needed.
public protocol PushFacts {
    var preferences: NotificationPreferences { get }
    /// The limits of bursts; `nil` when nothing is folded.
    var burst: BurstLimits? { get }

    /// The time zone of the user's newest active device with a time zone.
    func deviceTimeZone(of user: UserID) throws -> String?

    /// The number of audible pushes due in `stretch`, counted up to `limit`: neither asks nor silent ones, and only the
    /// first of a summary.
    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>, limit: Int) throws -> Int

    /// The number of notifications of `group`, including folded ones, that are due in `stretch`, and unread, unexpired
    /// and not snoozed at `moment`; counted up to `limit`.
    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) throws -> Int

    /// The number of the user's asks, of any session, that are due in `stretch`, and unread, unexpired and not snoozed
    /// at `moment`; counted up to `limit`.
    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) throws -> Int

    /// The user's newest summary that contains an ask that is unread, unexpired and not snoozed at `moment`.
    func askSummary(of user: UserID, at moment: Timestamp) throws -> NotificationID?

    /// The newest summary of `group` that contains a notification that is unread, unexpired and not snoozed at
    /// `moment`; identified by its first notification.
    func summary(of group: BurstGroup, at moment: Timestamp) throws -> NotificationID?
}

/// The notifications that are counted and summarized together in a burst.
public struct BurstGroup: Hashable, Sendable {
    public var userID: UserID
    public var category: CategoryID
    /// `nil` for notifications without a thread.
    public var thread: String?

    public init(userID: UserID, category: CategoryID, thread: String?) {
        self.userID = userID
        self.category = category
        self.thread = thread
    }

    public init(of notification: UserNotification) {
        self.init(userID: notification.userID, category: notification.category, thread: notification.thread)
    }
}

/// The numbers of notifications above which a summary is shown: per thread and category, and for all asks of a user.
public struct BurstLimits: Hashable, Sendable {
    /// The number of unread notifications that are shown one by one; further ones are folded into a summary. 1 or more.
    public var limit: Int
    /// The time span in which they are counted.
    public var window: Duration
    /// The number of a user's unread asks, of all sessions, that are shown one by one within ``askWindow``.
    public var asks = 5
    public var askWindow: Duration = .seconds(10)

    public init(limit: Int = 3, window: Duration = .seconds(60)) {
        self.limit = limit
        self.window = window
    }

    /// The delay before a summary is sent, so that simultaneous notifications or answers make one push.
    public static let settling: Duration = .seconds(2)
}

/// A period in which a session's Live Activity must not disturb its user.
public struct QuietPeriod: Hashable, Sendable {
    /// The end; `nil` when the user muted the session without an end.
    public var until: Timestamp?

    public init(until: Timestamp?) { self.until = until }
}

extension PushPolicy {
    /// The quiet period of the Live Activity of `session` at `now` by its user's preferences; `nil` when there is none.
    ///
    /// A mute of the session comes first, then quiet hours. Starts and ends are not time-sensitive; a session that
    /// waits for an answer is allowed when asks are.
    ///
    /// - Throws: errors of `facts`.
    public static func quiet(
        about session: AgentSession, waitingFor ask: Ask?, at now: Timestamp, facts: some PushFacts
    ) throws -> QuietPeriod? {
        if let mute = facts.preferences.mutes.first(where: {
            $0.subject == .session(session.id) && !$0.isOver(at: now)
        }) {
            return QuietPeriod(until: mute.until)
        }
        let isAsk = ask.map { now < $0.deadline } ?? false
        return try quietHours(of: session.userID, at: now, allowing: (isAsk, .active), facts)
            .map { QuietPeriod(until: $0.end) }
    }
}
