/// The response of `GET /v1/items/changes`: changes of a user's items since a cursor, oldest first.
///
/// Lists only the last of several changes of one item. The end of a subscription counts as a deletion, its beginning as
/// a creation.
public struct ItemChanges: Codable, Hashable, Sendable {
    public var changes: [Change]
    /// The opaque cursor of the next request.
    public var cursor: String
    /// `true` if more changes follow.
    public var hasMore: Bool
    /// `true` if the changes are part of a complete list, which a request without a cursor starts. Items of an app that
    /// are missing from the complete list are deleted.
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
        /// The current item; `nil` when it is deleted.
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
