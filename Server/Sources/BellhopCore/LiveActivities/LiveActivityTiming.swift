/// The intervals and limits of Live Activity pushes. The defaults suit APNs and ActivityKit.
public struct LiveActivityTiming: Sendable, Hashable {
    /// The minimum interval between two progress updates: the system shows about one update in fifteen seconds.
    public var interval: Duration = .seconds(15)
    /// The maximum number of high-priority pushes to one device per hour. Apple limits them without a number; further
    /// pushes have low priority, which is not limited.
    public var hourlyBudget = 20
    /// The part of the budget that is reserved for requests for attention and for the end.
    public var reserve = 5
    /// The age at which the shown state is marked as stale.
    public var freshness: Duration = .seconds(15 * 60)
    /// The wait for a token that confirms a start; the start is then sent once more.
    public var confirmation: Duration = .seconds(120)
    /// The lifetime of a start push to a device that is offline.
    public var startLife: Duration = .seconds(10 * 60)
    /// The maximum lifetime of an activity (Apple, *Displaying live data with Live Activities*).
    public var life: Duration = .seconds(8 * 3600)
    /// The age at which an activity is replaced by a new one, before it reaches its lifetime and before the app renews
    /// it.
    public var renewal: Duration = .seconds(7 * 3600 + 30 * 60)
    /// The age of the last session update from which the activity is neither started nor renewed.
    public var silence: Duration = .seconds(2 * 3600)
    /// The time for which an ended session stays on the lock screen.
    public var dismissalDelay: Duration = .seconds(10 * 60)
    /// The time for which an ended activity is remembered and not started again.
    public var memory: Duration = .seconds(24 * 3600)

    public init() {}
}
