/// The progress of the synchronization of items.
struct ChangeProgress: Codable, Hashable, Sendable {
    /// The whole list while it is read, which may take several runs.
    struct List: Codable, Hashable, Sendable {
        /// The items read so far.
        var items: Set<String> = []
        /// Items were known before it was begun; of those that it lacks there are none any more.
        var isAgain: Bool

        mutating func take(_ change: ItemChange) {
            if change.kind == .deleted { items.remove(change.item) } else { items.insert(change.item) }
        }
    }

    /// The cursor of the next page.
    private(set) var cursor: String
    private(set) var list: List?

    /// - Parameter former: where `page` was asked for; `nil` when nothing was known.
    init(after page: ChangePage, from former: Self?) {
        cursor = page.cursor
        guard page.isWhole else { return }
        var list = former?.list ?? List(isAgain: former != nil)
        for change in page.changes { list.take(change) }
        self.list = list
    }

    /// The list was read to its end.
    mutating func endList() { list = nil }
}
