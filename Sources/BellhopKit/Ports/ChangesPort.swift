/// A source of changes of the app's items, read page by page with a cursor.
public protocol ChangesPort: Sendable {
    /// Returns the next page of changes.
    ///
    /// - Parameter cursor: the cursor of the previous page; `nil` for the first request.
    /// - Throws: any error if the source cannot be reached.
    func changes(since cursor: String?) async throws -> ChangePage
}

/// A page of changes, oldest first.
public struct ChangePage: Hashable, Sendable {
    public var changes: [ItemChange]
    /// The cursor of the next page.
    public var cursor: String
    /// `true` if more changes follow.
    public var hasMore: Bool
    /// `true` if the page is part of a complete list of the items. Its items are not shown as new. After the last page,
    /// reminders and notifications of items missing from the list are removed, unless no items were known before.
    public var isWhole: Bool
    /// `true` to show new items as local notifications; `false` if the source notifies the person itself.
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
    /// `true` if the item is completed. Completed items are not shown as new, and their reminders are removed.
    public var isCompleted: Bool

    public init(item: String, _ kind: Kind, title: String = "", body: String = "", isCompleted: Bool = false) {
        self.item = item
        self.kind = kind
        self.title = title
        self.body = body
        self.isCompleted = isCompleted
    }
}
