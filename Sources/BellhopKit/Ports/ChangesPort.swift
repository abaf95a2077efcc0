/// Where the app's items come from: what has changed since the last time.
public protocol ChangesPort: Sendable {
    /// - Parameter cursor: as the last page gave it; `nil` the first time.
    /// - Throws: when the source could not be asked.
    func changes(since cursor: String?) async throws -> ChangePage
}

/// A page of changes, oldest first.
public struct ChangePage: Hashable, Sendable {
    public var changes: [ItemChange]
    /// What to ask for next.
    public var cursor: String
    /// There are more after these.
    public var hasMore: Bool
    /// It belongs to the list of everything there is, from its beginning. Nothing of it is news; and once its last page
    /// was read, what the device has of items that it lacks is taken away, unless nothing was known before that list.
    public var isWhole: Bool
    /// Whether the device is to show new items as notifications of its own. Not when the source tells the person itself,
    /// or knows that they do not want to be told.
    public var isNews: Bool

    public init(
        changes: [ItemChange], cursor: String, hasMore: Bool = false, isWhole: Bool = false, isNews: Bool = true
    ) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
        self.isWhole = isWhole
        self.isNews = isNews
    }
}

/// What became of one item.
public struct ItemChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case created, updated, deleted }

    public var item: String
    public var kind: Kind
    public var title: String
    public var body: String
    /// It is done: nobody is to be reminded of it, and it is not news.
    public var isCompleted: Bool

    public init(item: String, _ kind: Kind, title: String = "", body: String = "", isCompleted: Bool = false) {
        self.item = item
        self.kind = kind
        self.title = title
        self.body = body
        self.isCompleted = isCompleted
    }
}
