/// What `GET /v1/items/changes` answers: what has become of a user's items since a cursor, oldest change first.
///
/// Of several changes of one item only the last is listed. An item that the user no longer subscribes to is deleted for
/// them, one that they begin to subscribe to is created.
public struct ItemChanges: Codable, Hashable, Sendable {
    public var changes: [Change]
    /// What to ask for next, as it is.
    public var cursor: String
    /// There are more after these.
    public var hasMore: Bool
    /// It belongs to the list of all items from its beginning, which is asked for without a cursor: what an app has and
    /// this list has not is gone.
    public var isWhole: Bool

    public init(changes: [Change], cursor: String, hasMore: Bool, isWhole: Bool) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
        self.isWhole = isWhole
    }

    public struct Change: Codable, Hashable, Sendable {
        public var itemID: TopicID
        public var kind: Kind
        public var at: Timestamp
        /// As it is now; `nil` when it is deleted.
        public var item: Item?

        public init(itemID: TopicID, kind: Kind, at: Timestamp, item: Item? = nil) {
            self.itemID = itemID
            self.kind = kind
            self.at = at
            self.item = item
        }

        enum CodingKeys: String, CodingKey {
            case kind, at, item
            case itemID = "item_id"
        }
    }

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable { case created, updated, deleted }

    enum CodingKeys: String, CodingKey {
        case changes, cursor
        case hasMore = "has_more"
        case isWhole = "is_whole"
    }
}
