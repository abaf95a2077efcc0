public import BellhopModel

/// The result of reading item changes.
public enum ItemChangesResult: Hashable, Sendable {
    case page(ItemChanges)
    /// Deletions after the cursor were themselves deleted: the reader must begin again without a cursor.
    case cursorTooOld
}

/// A stored change, before it is described relative to a cursor.
public struct ItemChangeRow: Sendable {
    public var itemID: TopicID
    public var sequence: Int64
    /// The sequence number of the change by which the user got the item.
    public var appeared: Int64
    public var at: Timestamp
    /// `nil` when the item is gone.
    public var item: Item?

    public init(itemID: TopicID, sequence: Int64, appeared: Int64, at: Timestamp, item: Item?) {
        self.itemID = itemID
        self.sequence = sequence
        self.appeared = appeared
        self.at = at
        self.item = item
    }
}

extension ItemCursor {
    /// The page of changes in `rows`, with the next cursor.
    ///
    /// - Parameters:
    ///   - rows: the rows after ``position``, in order; one more than `limit` when there are more.
    ///   - last: the sequence number of the last change.
    public func page(_ rows: [ItemChangeRow], limit: Int, last: Int64) -> ItemChanges {
        let shown = rows.prefix(limit)
        let hasMore = rows.count > shown.count
        var next = ItemCursor(caughtUpAt: last)
        if hasMore, let end = shown.last { next = ItemCursor(position: end.sequence, base: base, begun: begun) }
        return ItemChanges(
            changes: shown.map { row in
                let kind: ItemChanges.Kind = row.item == nil ? .deleted : row.appeared > base ? .created : .updated
                return ItemChanges.Change(itemID: row.itemID, kind: kind, at: row.at, item: row.item)
            }, cursor: next.description, hasMore: hasMore, isWhole: isWhole)
    }
}

/// The position of a reader in a user's changes.
///
/// Changes are numbered in the order in which they become durable, across all users. Its text has three numbers;
/// clients must treat it as opaque.
public struct ItemCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The sequence number of the last read change.
    public var position: Int64
    /// The last change before the current run of pages. An item that appeared later is reported as created, even if it
    /// has moved to a later page during the run.
    public var base: Int64
    /// The last change before the reading of the whole list began; zero otherwise.
    public var begun: Int64

    /// The cursor of a reader that knows everything up to `position`.
    public init(caughtUpAt position: Int64) { self.init(position: position, base: position, begun: 0) }

    /// The cursor of a reader that knows nothing.
    /// - Parameter last: the sequence number of the last change, at least 1.
    public init(wholeListBegunAt last: Int64) { self.init(position: 0, base: 0, begun: last) }

    init(position: Int64, base: Int64, begun: Int64) {
        self.position = position
        self.base = base
        self.begun = begun
    }

    /// Indicates whether a part of the whole list is still unread.
    public var isWhole: Bool { begun > 0 }

    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let position = parts[0], let base = parts[1], let begun = parts[2], 0 <= base,
            base <= position, 0 <= begun
        else { return nil }
        self.init(position: position, base: base, begun: begun)
    }

    public var description: String { "\(position).\(base).\(begun)" }

    /// Returns whether all changes that the reader needs are stored.
    ///
    /// - Parameters:
    ///   - last: the sequence number of the last change.
    ///   - forgotten: the sequence number of the last deletion that was itself deleted.
    public func isValid(last: Int64, forgotten: Int64) -> Bool {
        // A cursor beyond the last change is older than a restored backup.
        max(position, begun) >= forgotten && max(position, begun) <= last
    }
}

/// The result of an attempt to complete or delete an item.
public struct ItemEnding: Hashable, Sendable {
    /// The item after the attempt, or before its deletion.
    public var item: Item
    /// Indicates whether this attempt ended it.
    public var isNew: Bool
    /// The notifications about it that were marked as read, with their users.
    public var cleared: [NotificationID: UserID]
    /// Indicates whether more are unread: ``Store/silenceEndedItems(at:limit:)`` continues with them.
    public var hasMore: Bool

    public init(item: Item, isNew: Bool, cleared: [NotificationID: UserID], hasMore: Bool = false) {
        self.item = item
        self.isNew = isNew
        self.cleared = cleared
        self.hasMore = hasMore
    }
}
