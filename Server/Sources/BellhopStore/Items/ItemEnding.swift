public import BellhopModel

/// What one attempt to complete or delete an item came to.
public struct ItemEnding: Hashable, Sendable {
    /// As it stands after the attempt; of a deleted one, as it stood before.
    public var item: Item
    /// This attempt ended it: the first completion counts.
    public var isNew: Bool
    /// The notifications about it that were marked as read, with those they were for.
    public var cleared: [NotificationID: UserID]
    /// Others are still unread: ``ItemStore/silenceEndedItems(at:limit:)`` goes on with them.
    public var hasMore: Bool

    public init(item: Item, isNew: Bool, cleared: [NotificationID: UserID], hasMore: Bool = false) {
        self.item = item
        self.isNew = isNew
        self.cleared = cleared
        self.hasMore = hasMore
    }
}
