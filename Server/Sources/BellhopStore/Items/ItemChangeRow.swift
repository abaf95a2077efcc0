public import BellhopModel

/// What became of an attempt to read changes.
public enum ItemChangesResult: Hashable, Sendable {
    case page(ItemChanges)
    /// Deletions that the reader has to be told of were forgotten: they have to begin again without a cursor.
    case cursorTooOld
}

/// One change as a store keeps it, before it is told relative to a cursor.
public struct ItemChangeRow: Sendable {
    public var itemID: TopicID
    public var sequence: Int64
    /// The change by which the user came to have the item.
    public var appeared: Int64
    public var at: Timestamp
    /// `nil` when it is gone.
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
    /// The page that `rows` make, and where it leads.
    ///
    /// - Parameters:
    ///   - rows: those after ``position``, in order; one more than `limit` when there are more.
    ///   - last: the last change there is.
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
