public import BellhopModel

extension Bellhop {
    /// The user's sessions, latest first.
    public func sessions() async -> Listing<AgentSession> {
        await list { try? await self.api.call(API.listSessions, key: $0.key) }
    }

    /// What the user was told, newest first, a page at a time.
    ///
    /// - Parameter last: the last notification of the page before; `nil` for the first page.
    public func history(after last: NotificationID? = nil) async -> Listing<UserNotification> {
        await list(limit: DeviceAPI.pageSize) {
            try? await self.api.call(
                API.notificationHistory, query: ["limit": DeviceAPI.pageSize, "before": last], key: $0.key)
        }
    }

    /// The devices that receive what this one does.
    public func devices() async -> Listing<DeviceSummary> {
        await list { try? await self.api.call(API.listDevices, key: $0.key) }
    }

    /// The person has read it: here, on the server, and so on the other devices.
    public func read(_ id: NotificationID) async {
        await clearing.clear(id)
        await reads.markRead(id)
    }

    /// Takes all of Bellhop's notifications off the screen and the number off the icon, and marks everything as read but
    /// the asks that wait. While the server cannot be asked, what was on the screen is marked as read later.
    @discardableResult
    public func clearAll() async -> ServerChangeResult {
        let shown = await ports.center.delivered().compactMap(\.payload.notificationID)
        await clearing.clearAll()
        await clearing.setBadge(0)
        note(badge: 0)
        let verdict = await change {
            try? await self.api.perform(API.readNotifications, body: ReadRequest(), key: $0.key)
        }
        if verdict == .unavailable {
            for id in shown { await reads.markRead(id) }
        }
        return verdict
    }

    /// Asks the server for one thing.
    func lookUp<Value>(
        _ call: (DeviceCredentials) async -> ServerReply<Value>?
    ) async -> Lookup<Value> {
        guard case .found(let credentials) = await registrar.credentials() else { return .unavailable }
        switch await call(credentials) {
        case .value(let value): return .found(value)
        case .refused(let refusal):
            guard refusal.code == .unauthorized else { return .notFound }
            await keyRejected(credentials)
            return .unavailable
        case .unavailable, nil: return .unavailable
        }
    }

    /// - Parameter limit: how many a full page holds; `nil` when there is one page only.
    func list<Item>(
        limit: Int? = nil, _ call: (DeviceCredentials) async -> ServerReply<Page<Item>>?
    ) async -> Listing<Item> {
        guard case .found(let credentials) = await registrar.credentials() else { return .unavailable }
        switch await call(credentials) {
        case .value(let page): return .items(page.items, isLast: limit.map { page.items.count < $0 } ?? true)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await keyRejected(credentials) }
            return .unavailable
        case .unavailable, nil: return .unavailable
        }
    }
}
