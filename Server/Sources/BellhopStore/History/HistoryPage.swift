public import BellhopModel

/// Where a page of the history begins.
public enum HistoryStart: Hashable, Sendable {
    /// After the newest `NotificationID` of a page that was read before; `nil` begins at the newest of all. To go on
    /// like this leaves nothing out and repeats nothing, however much is added meanwhile.
    case before(NotificationID?)
    /// At this page; 1 is the first. What is added meanwhile moves everything on.
    case page(Int)
}

public struct HistoryPage: Hashable, Sendable {
    /// Newest first.
    public var items: [UserNotification]
    /// How many the filter lets through on all pages; `nil` for a page after a cursor.
    public var total: Int?
    /// The user's badge, whatever the filter says.
    public var unread: Int

    public init(items: [UserNotification], total: Int?, unread: Int) {
        self.items = items
        self.total = total
        self.unread = unread
    }
}
