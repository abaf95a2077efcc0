import BellhopModel

/// Removes notifications from the screen and sets the badge.
struct Clearing: Sendable {
    let center: any NotificationCenterPort
    let api: DeviceAPI
    let clock: any ClockPort

    func clear(_ ask: AskID) async { await remove(StaleNotifications.ids(in: await center.delivered(), about: ask)) }

    func clear(_ id: NotificationID) async {
        await remove(StaleNotifications.ids(in: await center.delivered(), named: id))
    }

    func clear(_ ids: [NotificationID]) async {
        let delivered = await center.delivered()
        await remove(ids.flatMap { StaleNotifications.ids(in: delivered, named: $0) })
    }

    /// Removes all of Bellhop's notifications.
    func clearAll() async { await remove(StaleNotifications.idsOfBellhop(in: await center.delivered())) }

    func clear(item: String) async {
        await remove(await center.delivered().filter { $0.payload.itemID == item }.map(\.id))
    }

    /// Removes the notifications about results of answers and actions.
    func removeNotices() async { await remove(await center.delivered().map(\.id).filter(LocalID.isNotice)) }

    func remove(_ ids: [String]) async {
        if !ids.isEmpty { await center.removeDelivered(ids) }
    }

    /// Sets the badge. The system refuses it when the person does not allow badges.
    func setBadge(_ count: Int) async { try? await center.setBadge(max(0, count)) }

    /// The state of the server's lists.
    struct Truth: Sendable {
        var pending: [Ask]
        /// `nil` when it is unavailable, or the server sends no count and the list is longer than one page.
        var badge: Int?
    }

    /// Reads the server's lists and removes outdated notifications. The caller sets the badge.
    ///
    /// - Returns: `nil` when the server is unreachable.
    func reconcile(with credentials: DeviceCredentials) async -> ServerReply<Truth>? {
        let delivered = await center.delivered()
        guard let reply = try? await api.pendingAsks(key: credentials.key) else { return nil }
        let pending: [Ask]
        switch reply {
        case .value(let page): pending = page.items
        case .refused(let refusal): return .refused(refusal)
        case .unavailable(let why): return .unavailable(why)
        }
        await remove(
            StaleNotifications.ids(
                in: delivered, notIn: pending, isComplete: pending.count < DeviceAPI.pageSize, at: clock.now))
        let badge = await badge(with: credentials)
        if badge == 0 { await remove(delivered.filter { $0.payload.summaryID != nil }.map(\.id)) }
        return .value(Truth(pending: pending, badge: badge))
    }

    /// The server's count if it sends one; otherwise the number of unread, unexpired notifications of a complete list.
    private func badge(with credentials: DeviceCredentials) async -> Int? {
        guard
            let reply = try? await api.call(
                API.notificationHistory, query: ["limit": DeviceAPI.pageSize], key: credentials.key),
            case .value(let page) = reply
        else {
            return nil
        }
        if let count = page.unread { return max(0, count) }
        guard page.items.count < DeviceAPI.pageSize else { return nil }
        let now = clock.now
        return page.items.count { $0.readAt == nil && now < $0.expiresAt }
    }
}

extension Clearing: UserScoped {
    func erase() async throws { await clearAll() }
}

extension Clearing {
    /// Updates the count of a summary on the screen, or removes it when the count is zero.
    ///
    /// A summary that is not on the screen is not shown again: the person dismissed it.
    func recount(_ summary: SummaryNotice, as push: PushPayload) async {
        let shown = await center.delivered().filter { $0.payload.summaryID == summary.id }
        guard summary.count > 0 else { return await remove(shown.map(\.id)) }
        for notification in shown where notification.payload.summaryCount != summary.count {
            var payload = notification.payload
            payload.summaryCount = summary.count
            var alert = payload.aps.alert ?? PushAlert()
            alert.title = Strings.current.summary(summary, from: payload.projectName)
            alert.body = push.summary ?? alert.body
            payload.aps.alert = alert
            payload.aps.sound = nil
            payload.aps.badge = nil
            payload.aps.interruptionLevel = .passive
            // The system replaces a notification with the same id. If it refuses, the old number stays until the next
            // update.
            try? await center.deliver(LocalNotification(id: notification.id, payload: payload))
        }
    }
}
