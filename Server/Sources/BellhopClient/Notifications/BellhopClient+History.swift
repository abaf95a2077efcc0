public import BellhopModel

/// Which notifications to read: those that fit everything that is given.
public struct HistoryQuery: Hashable, Sendable {
    /// Whose; the key's own user unless given. Only an admin's key may name another.
    public var user: UserID?
    public var category: CategoryID?
    public var type: PreferenceType?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    public var since: Timestamp?
    public var until: Timestamp?

    public init(user: UserID? = nil, isRead: Bool? = nil) {
        self.user = user
        self.isRead = isRead
    }

    fileprivate var parameters: [(String, String?)] {
        [
            ("user", user?.description), ("category", category?.rawValue), ("type", type?.rawValue),
            ("session", session?.description), ("thread", thread), ("read", isRead?.description),
            ("since", since?.description), ("until", until?.description),
        ]
    }
}

extension BellhopClient {
    /// The user's notifications, newest first.
    ///
    /// - Parameters:
    ///   - before: only those older than this one; the last of a page leads to the next, and none is left out.
    ///   - limit: 1 to 200; 50 unless given.
    public func notificationHistory(
        _ query: HistoryQuery = HistoryQuery(), before: NotificationID? = nil, limit: Int? = nil
    ) async throws -> [UserNotification] {
        let place = [("before", before?.description), ("limit", limit.map(String.init))]
        return try await call(
            Call(.notificationHistory, query: query.parameters + place), as: Page<UserNotification>.self
        ).items
    }

    /// One page of them by its number, with how many there are.
    ///
    /// - Parameters:
    ///   - page: 1 is the first.
    ///   - limit: 1 to 200; 50 unless given.
    public func notificationHistory(
        _ query: HistoryQuery = HistoryQuery(), page: Int, limit: Int? = nil
    ) async throws -> Page<UserNotification> {
        let place = [("page", String(page)), ("limit", limit.map(String.init))]
        return try await call(Call(.notificationHistory, query: query.parameters + place))
    }
}
