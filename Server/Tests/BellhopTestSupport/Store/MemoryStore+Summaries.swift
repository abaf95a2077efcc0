import BellhopModel
import BellhopStore

struct MemoryFacts: PushFacts {
    let state: MemoryStore.State
    let user: UserID

    var preferences: NotificationPreferences { state.preferences[user] ?? .default }
    var burst: BurstLimits? { state.burst }

    func deviceTimeZone(of user: UserID) -> String? {
        let newest = state.devices.filter { $0.userID == user && $0.state == .active && $0.timeZone != nil }
            .max { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }
        return newest?.timeZone
    }

    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>) -> Int {
        state.notifications.values.count {
            $0.userID == user && $0.askID == nil && state.due[$0.id].map(stretch.contains) ?? false
                && state.summaries[$0.id].map { [id = $0.id] in $0 == id } ?? true
        }
    }

    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) -> Int {
        state.notifications.values.count {
            BurstGroup(of: $0) == group && state.due[$0.id].map(stretch.contains) ?? false && $0.isOpen(at: moment)
        }
    }

    func summary(of group: BurstGroup, at moment: Timestamp) -> NotificationID? {
        let folded = state.notifications.values.filter {
            state.summaries[$0.id] != nil && BurstGroup(of: $0) == group && $0.isOpen(at: moment)
        }
        return folded.max { $0.id < $1.id }.flatMap { state.summaries[$0.id] }
    }
}

extension MemoryStore.State {
    func activeDevices(of user: UserID) -> [DeviceID] {
        devices.filter { $0.userID == user && $0.state == .active }.map(\.id)
    }

    func summary(_ first: UserNotification, at time: Timestamp) -> NotificationSummary {
        let folded = notifications.values.filter { summaries[$0.id] == first.id }.sorted { $0.id < $1.id }
        let open = folded.filter { $0.isOpen(at: time) }
        let session = first.sessionID.flatMap { sessions[MemoryStore.SessionKey(user: first.userID, id: $0)] }
        return NotificationSummary(
            id: first.id, category: first.category, sessionID: first.sessionID, thread: first.thread, count: open.count,
            newest: open.last?.title ?? "", askID: open.count == 1 ? open.last?.askID : nil,
            source: open.last.flatMap { newest in
                session.map { $0.origin.project ?? $0.title }
                    ?? newest.askID.flatMap { asks[$0] }?.request.origin.project
            },
            expiresAt: (open.isEmpty ? folded : open).map(\.expiresAt).max() ?? first.expiresAt)
    }

    mutating func grow(_ summary: NotificationID, of user: UserID, due: Timestamp) -> Int {
        let devices = activeDevices(of: user)
        for device in devices { arm(isShown(summary, on: device) ? .update : .show, summary, to: device, at: due) }
        return devices.count
    }

    mutating func shrink(_ summary: NotificationID, of user: UserID, at time: Timestamp) -> Int {
        let devices = activeDevices(of: user).filter { isShown(summary, on: $0) }
        for device in devices { arm(.clear, summary, to: device, at: time + BurstLimits.settling) }
        return devices.count
    }

    mutating func follow(_ result: DeliveryResult, of summary: NotificationID, at time: Timestamp) -> Bool {
        guard case .sent = result.ending, let first = notifications[summary] else { return false }
        if self.summary(first, at: time).count == 0 {
            guard result.purpose != .clear else { return false }
            arm(.clear, summary, to: result.deviceID, at: time)
            return true
        }
        let ends = notifications.values.filter {
            summaries[$0.id] == summary && $0.askID == nil && $0.isOpen(at: time)
        }.map(\.expiresAt)
        if let next = ends.min() { arm(.clear, summary, to: result.deviceID, at: next) }
        return false
    }

    mutating func arm(
        _ purpose: DeliveryPurpose, _ summary: NotificationID, to device: DeviceID, at time: Timestamp
    ) {
        let waiting = deliveries.firstIndex {
            $0.notificationID == summary && $0.purpose == purpose && $0.deviceID == device && $0.ending == nil
                && $0.lease == nil
        }
        guard let waiting else { return deliver(purpose, summary, to: device, at: time) }
        if deliveries[waiting].attempts == 0 { deliveries[waiting].due = min(deliveries[waiting].due, time) }
    }

    private func isShown(_ summary: NotificationID, on device: DeviceID) -> Bool {
        deliveries.contains {
            $0.notificationID == summary && $0.purpose == .show && $0.deviceID == device
                && ($0.ending == .sent || $0.lease != nil)
        }
    }
}

extension UserNotification {
    /// Neither read nor expired.
    fileprivate func isOpen(at moment: Timestamp) -> Bool { readAt == nil && expiresAt > moment }
}
