import BellhopModel

/// Takes notifications off the screen and puts the right number on the icon.
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

    /// Everything that Bellhop has to do with.
    func clearAll() async { await remove(StaleNotifications.idsOfBellhop(in: await center.delivered())) }

    func clear(item: String) async {
        await remove(await center.delivered().filter { $0.payload.itemID == item }.map(\.id))
    }

    /// What the device told of answers and actions while its app was not open.
    func removeNotices() async { await remove(await center.delivered().map(\.id).filter(LocalID.isNotice)) }

    func remove(_ ids: [String]) async {
        if !ids.isEmpty { await center.removeDelivered(ids) }
    }

    /// The system refuses a badge that the person does not allow; then there is none to be wrong.
    func setBadge(_ count: Int) async { try? await center.setBadge(max(0, count)) }

    /// What the server's lists say.
    struct Truth: Sendable {
        var pending: [Ask]
        /// `nil` when it could not be had, or the server gives no count and the list is longer than one page.
        var badge: Int?
    }

    /// Reads the lists and makes the screen agree with them. The badge is left to the caller.
    ///
    /// - Returns: `nil` when the server could not be asked.
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

    /// The server's count where it gives one; otherwise how many of its list are unread and still of use.
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

extension Clearing: Forgetful {
    func forget() async throws { await clearAll() }
}
