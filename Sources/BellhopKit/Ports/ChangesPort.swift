/// The source of the app's items. It returns changes since a cursor.
public protocol ChangesPort: Sendable {
    /// - Parameter cursor: as the last page gave it; `nil` the first time.
    /// - Throws: when the source could not be asked.
    func changes(since cursor: String?) async throws -> ChangePage
}

/// A page of changes, oldest first.
public struct ChangePage: Hashable, Sendable {
    public var changes: [ItemChange]
    /// The cursor of the next page.
    public var cursor: String
    /// There are more after these.
    public var hasMore: Bool
    /// It belongs to the list of everything there is, from its beginning. Nothing of it is news; and once its last page
    /// was read, what the device has of items that it lacks is taken away, unless nothing was known before that list.
    public var isWhole: Bool
    /// Shows new items as local notifications. `false` when the source notifies the person itself.
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
    /// The item is done: it is neither shown as new nor reminded of.
    public var isCompleted: Bool

    public init(item: String, _ kind: Kind, title: String = "", body: String = "", isCompleted: Bool = false) {
        self.item = item
        self.kind = kind
        self.title = title
        self.body = body
        self.isCompleted = isCompleted
    }
}
