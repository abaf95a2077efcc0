public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func claimDeliveries(at time: Timestamp, lease: Timestamp, limit: Int) async throws -> [ClaimedDelivery] {
        defer { claims.add() }
        return try run { state in
            let due = state.deliveries.indices.filter { state.deliveries[$0].claimable.map { $0 <= time } ?? false }
            let inOrder = due.sorted { a, b in
                let (a, b) = (state.deliveries[a], state.deliveries[b])
                return (a.due, a.id) < (b.due, b.id)
            }
            var claimed: [ClaimedDelivery] = []
            for index in inOrder where claimed.count < limit {
                if let delivery = state.claim(index, at: time, lease: lease) { claimed.append(delivery) }
            }
            return claimed
        }
    }

    public func record(_ results: [DeliveryResult], at time: Timestamp) async throws {
        try run { state in
            for result in results { state.record(result, at: time) }
        }
        recorded.add(results.count)
    }

    public func nextDeliveryDue() async throws -> Timestamp? { try run { $0.deliveries.compactMap(\.claimable).min() } }

    public func queueDepth() async throws -> Int { try run { $0.deliveries.count { $0.ending == nil } } }
}

extension MemoryStore.State {
    fileprivate mutating func claim(_ index: Int, at time: Timestamp, lease: Timestamp) -> ClaimedDelivery? {
        let row = deliveries[index]
        guard let notification = notifications[row.notificationID],
            let device = devices.first(where: { $0.id == row.deviceID }), device.state == .active,
            device.userID == notification.userID,
            row.purpose == .clear || (notification.expiresAt > time && notification.readAt == nil)
        else {
            deliveries[index].ending = .cancelled
            note(.cancelled, row.notificationID, at: time, device: row.deviceID)
            return nil
        }
        deliveries[index].lease = lease
        deliveries[index].attempts += 1
        return ClaimedDelivery(
            id: row.id, purpose: row.purpose, device: device, notification: notification,
            ask: notification.askID.flatMap { asks[$0] }, badge: badge(of: notification.userID, at: time),
            attempt: row.attempts + 1)
    }

    fileprivate mutating func record(_ result: DeliveryResult, at time: Timestamp) {
        guard let index = deliveries.firstIndex(where: { $0.id == result.id }), deliveries[index].attempts > 0 else {
            return violations.append("\(result.id) was recorded but not claimed")
        }
        if deliveries[index].lease == nil, deliveries[index].ending == nil {
            violations.append("\(result.id) was recorded twice for one claim")
        }
        if case .deferred(let until, _) = result.ending, until < time {
            violations.append("\(result.id) was deferred into the past")
        }
        deliveries[index].lease = nil
        switch result.ending {
        case .sent:
            sent(index, at: time)
        case .deferred(let until, let reason):
            deliveries[index].due = until
            note(.deferred, result.notificationID, at: time, device: result.deviceID, reason)
        case .failed(let reason):
            if deliveries[index].ending == nil { deliveries[index].ending = .failed(reason) }
            note(.failed, result.notificationID, at: time, device: result.deviceID, reason)
        }
        apply(result)
    }

    /// What was under way when its notification ended has reached a screen all the same, and is cleared.
    private mutating func sent(_ index: Int, at time: Timestamp) {
        let row = deliveries[index]
        deliveries[index].ending = .sent
        note(row.purpose == .show ? .sent : .clearing, row.notificationID, at: time, device: row.deviceID)
        if row.purpose == .show, notifications[row.notificationID]?.readAt != nil {
            deliver(.clear, row.notificationID, to: row.deviceID, at: time)
        }
    }

    private mutating func apply(_ result: DeliveryResult) {
        guard let consequence = result.device,
            let index = devices.firstIndex(where: { $0.id == result.deviceID })
        else { return }
        switch consequence {
        case .gone(let since):
            if since.map({ $0 >= devices[index].registeredAt }) ?? true { devices[index].state = .inactive }
        case .suspect: devices[index].state = .quarantined
        case .environment(let environment): devices[index].environment = environment
        }
    }
}
