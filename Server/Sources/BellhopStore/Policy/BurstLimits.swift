/// When notifications of one thread and category are too many to be shown one by one.
public struct BurstLimits: Hashable, Sendable {
    /// So many unread ones are shown by themselves; what comes on top is folded into a summary. 1 or more.
    public var limit: Int
    /// Within how long they have to come.
    public var window: Duration

    public init(limit: Int = 3, window: Duration = .seconds(60)) {
        self.limit = limit
        self.window = window
    }

    /// How long a summary waits before it is sent, so that what comes, or is answered, together makes one push.
    public static let settling: Duration = .seconds(2)
}
