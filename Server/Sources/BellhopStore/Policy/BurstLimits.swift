/// When notifications are too many to be shown one by one: of one thread and category, and asks of all of a user's agents.
public struct BurstLimits: Hashable, Sendable {
    /// So many unread ones are shown by themselves; what comes on top is folded into a summary. 1 or more.
    public var limit: Int
    /// Within how long they have to come.
    public var window: Duration
    /// So many unread asks of a user, of all sessions, are shown by themselves within ``askWindow``.
    public var asks = 5
    public var askWindow: Duration = .seconds(10)

    public init(limit: Int = 3, window: Duration = .seconds(60)) {
        self.limit = limit
        self.window = window
    }

    /// How long a summary waits before it is sent, so that what comes, or is answered, together makes one push.
    public static let settling: Duration = .seconds(2)
}
