public import BellhopModel

/// A filter of notifications: those that match every given field.
public struct HistoryQuery: Hashable, Sendable {
    /// The user whose notifications are listed; by default the key's own. Another user requires an admin key.
    public var user: UserID?
    public var category: CategoryID?
    public var type: PreferenceType?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    /// Occurs in title, subtitle or body; A to Z in either case. The response has no number of pages.
    public var text: String?
    public var since: Timestamp?
    public var until: Timestamp?

    public init(user: UserID? = nil, isRead: Bool? = nil) {
        self.user = user
        self.isRead = isRead
    }
}

extension BellhopClient {
    /// Lists the user's notifications, newest first.
    ///
    /// - Parameters:
    ///   - before: lists only notifications older than this one, such as the last of the previous page.
    ///   - page: the number of a page, starting at 1, instead of `before`. The response then has the number of pages.
    ///   - limit: 1 to 200; 50 by default.
    public func notificationHistory(
        _ query: HistoryQuery = HistoryQuery(), before: NotificationID? = nil, page: Int? = nil, limit: Int? = nil
    ) async throws -> Page<UserNotification> {
        try await call(
            API.notificationHistory,
            query: [
                "user": query.user, "category": query.category?.rawValue, "type": query.type?.rawValue,
                "session": query.session, "thread": query.thread, "read": query.isRead, "search": query.text,
                "since": query.since, "until": query.until, "before": before, "page": page, "limit": limit,
            ])
    }

    /// Sends a notification about a condition that may occur repeatedly, such as an agent's prompt: once each time.
    ///
    /// Two callers that report one occurrence share a key and so one notification. A notification of that key that was
    /// read or cancelled belongs to an earlier occurrence: then a new one is created with the next key. See
    /// ``openAsk(_:)``.
    ///
    /// - Parameter request: returns the request for each repetition, counted from 0. Its collapse key, which must be
    ///   different for each, is also the idempotency key.
    /// - Returns: a notification that is unread, or was a moment ago.
    public func openNotification(
        _ request: (_ repetition: Int) throws -> NotificationRequest
    ) async throws -> UserNotification {
        for repetition in 0..<Self.mostRepetitions {
            let request = try request(repetition)
            var call = Call(API.sendNotification.route, idempotencyKey: request.options?.collapseKey)
            call.body = try CanonicalJSON.encode(request)
            let reply = try await perform(call)
            let sent = try decode(UserNotification.self, from: reply)
            guard reply.isRepeated else { return sent }
            if try await self.call(API.getNotification, sent.id).notification.readAt == nil { return sent }
        }
        return try await self.call(API.sendNotification, body: try request(Self.mostRepetitions))
    }
}
