public import BellhopModel

/// Which of a user's notifications are meant: those that fit everything that is given.
public struct HistoryFilter: Hashable, Sendable {
    /// One of these.
    public var categories: Set<CategoryID>?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    /// Made at this moment or later. The moment is that of its id.
    public var since: Timestamp?
    /// Made before this moment.
    public var until: Timestamp?

    public init(
        categories: Set<CategoryID>? = nil, session: SessionID? = nil, thread: String? = nil, isRead: Bool? = nil,
        since: Timestamp? = nil, until: Timestamp? = nil
    ) {
        self.categories = categories
        self.session = session
        self.thread = thread
        self.isRead = isRead
        self.since = since
        self.until = until
    }
}

extension NotificationID {
    /// The least id that can be made at `time`.
    public static func first(at time: Timestamp) -> Self {
        Self(high: UInt64(clamping: time.milliseconds) << 16, low: 0)
    }

    /// The greatest id that can be made at `time`.
    public static func last(at time: Timestamp) -> Self {
        Self(high: UInt64(clamping: time.milliseconds) << 16 | 0xFFFF, low: .max)
    }
}
