/// Several notifications of one thread and category that are shown as one, because they came in a burst.
public struct NotificationSummary: Hashable, Sendable, Identifiable {
    /// The first notification that was folded into it.
    public let id: NotificationID
    public var category: CategoryID
    public var sessionID: SessionID?
    public var thread: String?
    /// How many are neither read, answered nor expired.
    public var count: Int
    /// The title of the newest of them.
    public var newest: String
    /// The ask, when it is about a single one.
    public var askID: AskID?
    /// What they come from, such as the name of a project.
    public var source: String?
    /// When nobody needs to see it any more.
    public var expiresAt: Timestamp

    public init(
        id: NotificationID, category: CategoryID, sessionID: SessionID? = nil, thread: String? = nil, count: Int,
        newest: String = "", askID: AskID? = nil, source: String? = nil, expiresAt: Timestamp
    ) {
        self.id = id
        self.category = category
        self.sessionID = sessionID
        self.thread = thread
        self.count = count
        self.newest = newest
        self.askID = askID
        self.source = source
        self.expiresAt = expiresAt
    }
}
