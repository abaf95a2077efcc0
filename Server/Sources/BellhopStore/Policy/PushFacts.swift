public import BellhopModel

/// What a store knows that decides about a push. Asked for only when it matters.
public protocol PushFacts {
    var preferences: NotificationPreferences { get }
    /// `nil` when nothing is ever folded.
    var burst: BurstLimits? { get }

    /// The time zone of the user's newest active device that has one.
    func deviceTimeZone(of user: UserID) throws -> String?

    /// How many pushes are due in `stretch` that make a noise: neither asks nor silent ones, and of a summary only the
    /// first.
    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>) throws -> Int

    /// How many notifications of `group` are due in `stretch`, folded ones included, and still unread, alive and not
    /// snoozed at `moment`.
    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int

    /// How many asks of `user`, of whatever session, are due in `stretch`, and still unread, alive and not snoozed at
    /// `moment`.
    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) throws -> Int

    /// The newest summary of `user` that stands for an ask that is unread, alive and not snoozed at `moment`.
    func askSummary(of user: UserID, at moment: Timestamp) throws -> NotificationID?

    /// The newest summary of `group` that stands for something unread, alive and not snoozed at `moment`, by the
    /// notification that it begins with.
    func summary(of group: BurstGroup, at moment: Timestamp) throws -> NotificationID?
}
