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

    /// For a device that changes hands.
    func clearAllAsks() async { await remove(StaleNotifications.idsOfAsks(in: await center.delivered())) }

    /// What the device told of answers while its app was not open.
    func removeNotices() async { await remove(await center.delivered().map(\.id).filter(AnswerNotice.isID)) }

    func remove(_ ids: [String]) async {
        if !ids.isEmpty { await center.removeDelivered(ids) }
    }

    /// The system refuses a badge that the person does not allow; then there is none to be wrong.
    func setBadge(_ count: Int) async { try? await center.setBadge(max(0, count)) }

    /// What the server's lists say.
    struct Truth: Sendable {
        var pending: [Ask]
        /// `nil` when the list of notifications is longer than one page, or could not be had.
        var badge: Int?
    }

    /// Reads the lists and makes the screen agree with them.
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
                in: delivered, notIn: pending, isComplete: pending.count < PageLimit.items, at: clock.now))
        let badge = await badge(with: credentials)
        if let badge { await setBadge(badge) }
        return .value(Truth(pending: pending, badge: badge))
    }

    /// How many notifications are unread and still of use: what the server counts, from the list it gives.
    private func badge(with credentials: DeviceCredentials) async -> Int? {
        guard let reply = try? await api.history(key: credentials.key), case .value(let page) = reply,
            page.items.count < PageLimit.items
        else { return nil }
        let now = clock.now
        return page.items.count { $0.readAt == nil && now < $0.expiresAt }
    }
}
