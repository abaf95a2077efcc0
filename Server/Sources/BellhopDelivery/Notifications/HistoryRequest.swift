public import BellhopModel
import BellhopStore

/// What somebody wants to read of the history, as they asked for it.
public struct HistoryRequest: Sendable {
    /// Whose; the key's own user unless given.
    public var user: UserID?
    public var category: CategoryID?
    /// Stands for all of its categories.
    public var type: PreferenceType?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    public var since: Timestamp?
    public var until: Timestamp?
    /// By number, 1 is the first; not together with `before`.
    public var page: Int?
    /// After the last of a page that was read before.
    public var before: NotificationID?
    /// Of items on a page: 1 to 200, and what is beyond is brought into that range.
    public var limit: Int

    public init(page: Int? = nil, before: NotificationID? = nil, limit: Int = 50) {
        self.page = page
        self.before = before
        self.limit = limit
    }

    /// - Throws: `APIError` `invalid_request` that names the field.
    func filter() throws -> HistoryFilter {
        if let since, let until, until < since {
            throw APIError(.invalidRequest, "until: is before since")
        }
        return HistoryFilter(
            categories: try categories(), session: session, thread: thread, isRead: isRead, since: since, until: until)
    }

    func start() throws -> HistoryStart {
        guard let page else { return before.map { .before($0) } ?? .page(1) }
        guard before == nil else {
            throw APIError(.invalidRequest, "page: send a page or before, not both")
        }
        guard page >= 1 else { throw APIError(.invalidRequest, "page: \(page); the first is 1") }
        return .page(page)
    }

    private func categories() throws -> Set<CategoryID>? {
        guard let type else { return category.map { [$0] } }
        guard PreferenceType.known.contains(type) else {
            let known = PreferenceType.known.map(\.rawValue).joined(separator: ", ")
            throw APIError(.invalidRequest, "type: \(type.rawValue.debugDescription); takes one of \(known)")
        }
        return category.map { type.categories.intersection([$0]) } ?? type.categories
    }
}
