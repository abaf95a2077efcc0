/// The times and budgets of Live Activity pushes. The defaults suit APNs and ActivityKit.
public struct LiveActivityTiming: Sendable, Hashable {
    /// The minimum time between progress updates: the system shows about one update in fifteen seconds.
    public var interval: Duration = .seconds(15)
    /// The maximum number of high-priority pushes to one device in an hour. Apple limits them to an undocumented number;
    /// further pushes have low priority, which is not limited.
    public var hourlyBudget = 20
    /// The part of the budget that is reserved for waiting asks and ends.
    public var reserve = 5
    /// The time without updates after which an activity is shown as stale.
    public var freshness: Duration = .seconds(15 * 60)
    /// The time after which a start that no token has confirmed is sent once more.
    public var confirmation: Duration = .seconds(120)
    /// The expiry of a start push.
    public var startLife: Duration = .seconds(10 * 60)
    /// The lifetime after which the system ends an activity (Apple, *Displaying live data with Live Activities*).
    public var life: Duration = .seconds(8 * 3600)
    /// The age at which an activity is restarted, before it freezes and before the app restarts it.
    public var renewal: Duration = .seconds(7 * 3600 + 30 * 60)
    /// The time without session updates after which an activity is neither started nor renewed.
    public var silence: Duration = .seconds(2 * 3600)
    /// The time for which an ended session stays on the lock screen.
    public var afterglow: Duration = .seconds(10 * 60)
    /// The time for which the end of an activity is remembered, so that it does not restart.
    public var memory: Duration = .seconds(24 * 3600)

    public init() {}
}
