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
    /// It belongs to the list of everything there is, from its beginning: nothing of it is news.
    public var isWhole: Bool

    public init(changes: [ItemChange], cursor: String, hasMore: Bool = false, isWhole: Bool = false) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
        self.isWhole = isWhole
    }
}

/// What became of one item.
public struct ItemChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case created, updated, deleted }

    public var item: String
    public var kind: Kind
    public var title: String
    public var body: String

    public init(item: String, _ kind: Kind, title: String = "", body: String = "") {
        self.item = item
        self.kind = kind
        self.title = title
        self.body = body
    }
}
