public import BellhopModel
import BellhopStore

extension Notifications {
    /// How many notifications are marked as read in one transaction.
    static let readBatch = 100

    /// The user's notifications, newest first, those of asks included, with the badge.
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

    /// One notification and everything that happened to it, oldest first, with all it takes to explain it.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` for another user's unless the key is an admin's.
    public func timeline(_ id: NotificationID, for key: KeyRecord) async throws -> NotificationTimeline {
        let notification = try await find(id, for: key)
        // In this order: a delivery that has ended has the entry that says why.
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

    /// Marks many as read and takes them off the user's other devices, oldest first and a few at a time, so that
    /// nobody else waits long. What comes in meanwhile stays unread, and so do the notifications of pending asks.
    ///
    /// - Throws: `APIError`: `forbidden` unless the key is a device's; `invalid_request`.
    public func markAllRead(_ request: ReadRequest, by key: KeyRecord) async throws -> ReadResult {
        try key.require([.device], to: "mark notifications as read")
        let filter = HistoryFilter(session: request.sessionID, thread: request.thread)
        let last = request.upTo ?? .last(at: time.now)
        var count = 0
        while true {
            let read = try await store.markAllRead(
                of: key.userID, filter, upTo: last, by: key.deviceID, at: time.now, limit: Self.readBatch, waking: wake)
            count += read.count
            if !read.isEmpty { await announcer.announce(.notificationsRead(read), to: key.userID) }
            if read.count < Self.readBatch { break }
        }
        return ReadResult(read: count, unread: try await store.badge(of: key.userID, at: time.now))
    }
}
