public import BellhopModel
import BellhopStore

extension NotificationsService {
    /// The number of notifications that are marked as read in one transaction.
    static let readBatch = 100

    /// The user's notifications, newest first, including those of asks, with the badge.
    ///
    /// - Throws: `APIError`: `forbidden` for another user unless the key is an admin's; `invalid_request`.
    public func history(_ request: HistoryRequest, for key: KeyRecord) async throws -> Page<UserNotification> {
        let limit = PageLimit.clamp(request.limit)
        let user = try key.owner(request.user, to: "read notifications")
        let page = try await store.history(
            of: user, request.filter(), from: request.start(), limit: limit, at: time.now)
        return Page(
            items: page.items, unread: page.unread,
            number: page.total.map { PageNumber(page: request.page ?? 1, limit: limit, total: $0) })
    }

    /// One notification with its timeline, oldest entry first, and its deliveries, devices and ask.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` for another user's unless the key is an admin's.
    public func timeline(_ id: NotificationID, for key: KeyRecord) async throws -> NotificationTimeline {
        let notification = try await find(id, for: key)
        // Deliveries first: every ended delivery then has the timeline entry that explains its end.
        let deliveries = try await store.deliveries(of: id)
        let timeline = try await store.timeline(of: id)
        let own = try await store.devices(of: notification.userID)
        let others = Set(timeline.compactMap(\.deviceID) + deliveries.map(\.deviceID)).subtracting(own.map(\.id))
        let devices = try await own + store.devices(others)
        var ask: Ask?
        if let askID = notification.askID { ask = try await store.ask(askID) }
        return NotificationTimeline(
            notification: notification, timeline: timeline, deliveries: deliveries,
            devices: devices.map(DeviceSummary.init), ask: ask)
    }

    /// Marks notifications as read and clears them on the user's other devices, oldest first, in small transactions
    /// that other writers wait for briefly. Later notifications and those of pending asks stay unread.
    ///
    /// - Throws: `APIError`: `forbidden` unless the key is a device's; `invalid_request`.
    public func markAllRead(_ request: ReadRequest, by key: KeyRecord) async throws -> ReadResult {
        try key.require([.device], to: "mark notifications as read")
        let filter = HistoryFilter(session: request.sessionID, thread: request.thread)
        let last = request.upTo ?? .last(at: time.now)
        var count = 0
        while true {
            let read = try await store.markAllRead(
                of: key.userID, filter, upTo: last, by: key.deviceID, at: time.now, limit: Self.readBatch,
                notifying: workSignal)
            count += read.count
            if !read.isEmpty { await events.publish(.notificationsRead(read), to: key.userID) }
            if read.count < Self.readBatch { break }
        }
        return ReadResult(read: count, unread: try await store.badge(of: key.userID, at: time.now))
    }
}

/// The filter and page of a history request.
public struct HistoryRequest: Sendable {
    /// The user whose history is read; the key's own user by default.
    public var user: UserID?
    public var category: CategoryID?
    /// Selects all categories of the type.
    public var type: PreferenceType?
    public var session: SessionID?
    public var thread: String?
    public var isRead: Bool?
    /// Occurs in title, subtitle or body. The pages are not counted.
    public var text: String?
    public var since: Timestamp?
    public var until: Timestamp?
    /// The page number, starting at 1; not together with `before`.
    public var page: Int?
    /// The last notification of the previous page.
    public var before: NotificationID?
    /// The page size. Values outside of 1 to 200 are clamped.
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
            categories: try categories(), session: session, thread: thread, isRead: isRead, text: text, since: since,
            until: until)
    }

    func start() throws -> HistoryStart {
        if text != nil, page != nil {
            throw APIError(.invalidRequest, "page: use before to page through the results of a search")
        }
        guard let page else { return before == nil && text == nil ? .page(1) : .before(before) }
        guard before == nil else {
            throw APIError(.invalidRequest, "page: give either page or before, not both")
        }
        guard page >= 1 else { throw APIError(.invalidRequest, "page: \(page) is less than 1") }
        return .page(page)
    }

    private func categories() throws -> Set<CategoryID>? {
        guard let type else { return category.map { [$0] } }
        guard PreferenceType.known.contains(type) else {
            let known = PreferenceType.known.map(\.rawValue).joined(separator: ", ")
            throw APIError(.invalidRequest, "type: \(type.rawValue.debugDescription) is not one of \(known)")
        }
        return category.map { type.categories.intersection([$0]) } ?? type.categories
    }
}
