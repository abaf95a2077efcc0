/// When Live Activities are told of what. The defaults suit APNs and ActivityKit.
public struct ActivityRules: Sendable, Hashable {
    /// Progress is sent once in so long at most: the system shows about one update in fifteen seconds.
    public var interval: Duration = .seconds(15)
    /// So many pushes of high priority one device gets in an hour. Apple limits them and does not say to how many;
    /// what is beyond is sent with low priority, which is not limited.
    public var hourlyBudget = 20
    /// So many of them are kept for what a person is waited for, and for the end.
    public var reserve = 5
    /// Without news for so long it is shown as out of date.
    public var freshness: Duration = .seconds(15 * 60)
    /// A start that no token has confirmed for so long is sent once more.
    public var confirmation: Duration = .seconds(120)
    /// A device that cannot be reached for so long does not start what was asked for.
    public var startLife: Duration = .seconds(10 * 60)
    /// The system ends an activity after that (Apple, *Displaying live data with Live Activities*).
    public var life: Duration = .seconds(8 * 3600)
    /// Then it is started anew, so that it does not freeze. Before the app does so by itself.
    public var renewal: Duration = .seconds(7 * 3600 + 30 * 60)
    /// The activity of a session without news for so long is neither started nor renewed.
    public var silence: Duration = .seconds(2 * 3600)
    /// How long the end of a session stays on the lock screen.
    public var afterglow: Duration = .seconds(10 * 60)
    /// How long it is remembered that one has ended, so that it does not come back.
    public var memory: Duration = .seconds(24 * 3600)

    public init() {}
}
