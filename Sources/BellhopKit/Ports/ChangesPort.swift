/// The source of the app's items. It returns changes since a cursor.
public protocol ChangesPort: Sendable {
    /// - Parameter cursor: the cursor of the last page; `nil` the first time.
    /// - Throws: when the source is unreachable.
    func changes(since cursor: String?) async throws -> ChangePage
}

/// A page of changes, oldest first.
public struct ChangePage: Hashable, Sendable {
    public var changes: [ItemChange]
    /// The cursor of the next page.
    public var cursor: String
    /// `true` if more changes follow.
    public var hasMore: Bool
    /// `true` for a page of the complete list, whose items are not shown as new. After its last page, the notifications
    /// of items that it lacks are removed, unless no item was known before that list.
    public var isWhole: Bool
    /// `true` to show new items as local notifications; `false` when the source notifies the user itself.
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

/// A change of one item.
public struct ItemChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case created, updated, deleted }

    public var item: String
    public var kind: Kind
    public var title: String
    public var body: String
    /// `true` for a completed item: it is neither shown as new nor reminded of.
    public var isCompleted: Bool

    public init(item: String, _ kind: Kind, title: String = "", body: String = "", isCompleted: Bool = false) {
        self.item = item
        self.kind = kind
        self.title = title
        self.body = body
        self.isCompleted = isCompleted
    }
}
