public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func preferences(of user: UserID) async throws -> NotificationPreferences {
        try run { $0.preferences[user] ?? .default }
    }

    public func put(_ preferences: NotificationPreferences, of user: UserID) async throws {
        try run { $0.preferences[user] = preferences }
    }
}

extension MemoryStore {
    public func cancelNotification(_ id: NotificationID, at time: Timestamp) async throws -> Cancellation? {
        try run { state in
            guard let notification = state.notifications[id] else { return nil }
            guard notification.readAt == nil else { return Cancellation(stopped: 0, clearing: 0) }
            let reason = "its sender cancelled it"
            state.note(.cancelled, id, at: time, reason)
            let waiting = state.deliveries.count {
                $0.notificationID == id && $0.purpose == .show && $0.ending == nil && $0.lease == nil
            }
            return Cancellation(stopped: waiting, clearing: state.settle(id, except: nil, at: time, because: reason))
        }
    }

    public func snooze(
        _ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp, by device: DeviceID?, at time: Timestamp
    ) async throws -> SnoozeResult {
        try run { state in
            guard var notification = state.notifications[id] else { return .missing }
            let lines = state.timelines[id] ?? []
            if lines.contains(where: { $0.step == .cancelled && $0.detail == "its sender cancelled it" }) {
                return .cancelled
            }
            if let item = notification.options?.itemID.flatMap({ TopicID($0) }),
                state.items[item]?.completedAt != nil
            {
                return .itemCompleted(item)
            }
            guard notification.askID == nil || (notification.readAt == nil && notification.expiresAt > moment) else {
                return .askEnds
            }
            if let summary = state.summaries[id] {
                state.notifications[id]?.snoozedUntil = moment
                state.leave(summary, id, of: notification.userID, at: time)
            } else {
                _ = state.settle(id, except: device, at: time)
            }
            for index in state.deliveries.indices
            where state.deliveries[index].notificationID == id && state.deliveries[index].purpose == .show {
                state.deliveries[index].ending = .cancelled
            }
            if notification.askID == nil {
                notification = notification.expiring(at: max(notification.expiresAt, expiresAt))
            }
            notification.readAt = nil
            notification.snoozedUntil = moment
            state.notifications[id] = notification
            state.note(.snoozed, id, at: time, device: device, "until \(moment)")
            for device in state.devices
            where device.userID == notification.userID && device.state == .active && device.trust == .trusted {
                state.deliver(.show, id, to: device.id, at: moment)
            }
            return .done
        }
    }
}

extension UserNotification {
    fileprivate func expiring(at moment: Timestamp) -> UserNotification {
        UserNotification(
            id: id, userID: userID, category: category, sessionID: sessionID, askID: askID, campaignID: campaignID,
            title: title, subtitle: subtitle, body: body, thread: thread, deepLink: deepLink, options: options,
            createdAt: createdAt, expiresAt: moment)
    }
}

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
                && state.isHeard($0.id)
        }
    }

    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) -> Int {
        state.notifications.values.count {
            BurstGroup(of: $0) == group && state.due[$0.id].map(stretch.contains) ?? false && $0.isOpen(at: moment)
        }
    }

    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp) -> Int {
        state.notifications.values.count {
            $0.userID == user && $0.askID != nil && state.due[$0.id].map(stretch.contains) ?? false
                && $0.isOpen(at: moment)
        }
    }

    func askSummary(of user: UserID, at moment: Timestamp) -> NotificationID? {
        let folded = state.notifications.values.filter {
            $0.userID == user && $0.askID != nil && state.summaries[$0.id] != nil && $0.isOpen(at: moment)
        }
        return folded.max { $0.id < $1.id }.flatMap { state.summaries[$0.id] }
    }

    func summary(of group: BurstGroup, at moment: Timestamp) -> NotificationID? {
        let folded = state.notifications.values.filter {
            state.summaries[$0.id] != nil && BurstGroup(of: $0) == group && $0.isOpen(at: moment)
        }
        return folded.max { $0.id < $1.id }.flatMap { state.summaries[$0.id] }
    }
}

extension MemoryStore.State {
    func activeDevices(of user: UserID, answering: Bool = false) -> [DeviceID] {
        devices.filter {
            $0.userID == user && $0.state == .active && $0.trust == .trusted && ($0.canAnswer || !answering)
        }.map(\.id)
    }

    func summary(_ first: UserNotification, at time: Timestamp) -> NotificationSummary {
        let folded = notifications.values.filter { summaries[$0.id] == first.id }.sorted { $0.id < $1.id }
        let open = folded.filter { $0.isOpen(at: time) && !isStopped($0) }
        let isMixed = first.askID != nil && folded.contains { $0.thread != first.thread }
        let session = first.sessionID.flatMap { sessions[MemoryStore.SessionKey(user: first.userID, id: $0)] }
        return NotificationSummary(
            id: summaryNames[first.id] ?? first.id, category: first.category,
            sessionID: isMixed ? nil : first.sessionID, thread: isMixed ? nil : first.thread, count: open.count,
            newest: open.last?.title ?? "", askID: open.count == 1 ? open.last?.askID : nil,
            source: isMixed
                ? nil
                : open.last.flatMap { newest in
                    session.map { $0.origin.project ?? $0.title }
                        ?? newest.askID.flatMap { asks[$0] }?.request.origin.project
                },
            expiresAt: (open.isEmpty ? folded : open).map(\.expiresAt).max() ?? first.expiresAt)
    }

    /// Returns `true` when the summary has an open notification, including those of stopped campaigns.
    func hasOpen(_ summary: NotificationID, at time: Timestamp) -> Bool {
        notifications.values.contains { summaries[$0.id] == summary && $0.isOpen(at: time) }
    }

    func isStopped(_ notification: UserNotification) -> Bool {
        notification.campaignID.flatMap { campaigns[$0] }?.campaign.state == .stopped
    }

    /// Returns `true` for a notification that is pushed itself, or as the first of its summary.
    fileprivate func isHeard(_ id: NotificationID) -> Bool {
        guard let summary = summaries[id] else { return true }
        return summary == id && summaryNames[id] == nil
    }

    mutating func grow(_ summary: NotificationID, of user: UserID, due: Timestamp, isBulk: Bool) -> Int {
        guard notifications[summary] != nil else { return 0 }
        let devices = activeDevices(of: user)
        for device in devices {
            arm(isShown(summary, on: device) ? .update : .show, summary, to: device, at: due, isBulk: isBulk)
        }
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
            summaries[$0.id] == summary && $0.askID == nil && $0.isOpen(at: time) && !isStopped($0)
        }.map(\.expiresAt)
        if let next = ends.min() { arm(.clear, summary, to: result.deviceID, at: next) }
        return false
    }

    mutating func arm(
        _ purpose: DeliveryPurpose, _ summary: NotificationID, to device: DeviceID, at time: Timestamp,
        isBulk: Bool = false
    ) {
        let waiting = deliveries.firstIndex {
            $0.notificationID == summary && $0.purpose == purpose && $0.deviceID == device && $0.ending == nil
                && $0.lease == nil
        }
        guard let waiting else { return deliver(purpose, summary, to: device, at: time, isBulk: isBulk) }
        deliveries[waiting].isBulk = deliveries[waiting].isBulk && isBulk
        if deliveries[waiting].failures == 0 { deliveries[waiting].due = min(deliveries[waiting].due, time) }
    }

    /// Removes a snoozed notification from its summary, which continues with the next one; a single one stays.
    mutating func leave(_ summary: NotificationID, _ id: NotificationID, of user: UserID, at time: Timestamp) {
        guard summary == id else {
            summaries[id] = nil
            _ = shrink(summary, of: user, at: time)
            return
        }
        let others = notifications.values.filter {
            summaries[$0.id] == summary && $0.id != id && $0.isOpen(at: time)
        }
        guard let next = others.map(\.id).min() else {
            _ = shrink(summary, of: user, at: time)
            return
        }
        summaryNames[next] = summaryNames[id] ?? id
        (summaries[id], summaryNames[id]) = (nil, nil)
        for (member, known) in summaries where known == summary { summaries[member] = next }
        for (index, row) in deliveries.enumerated() where row.notificationID == summary {
            if row.lease == nil {
                deliveries[index].notificationID = next
            } else {
                deliveries[index].ending = .cancelled
                deliver(row.purpose, next, to: row.deviceID, at: time + BurstLimits.settling, isBulk: row.isBulk)
            }
        }
        _ = shrink(next, of: user, at: time)
    }

    private func isShown(_ summary: NotificationID, on device: DeviceID) -> Bool {
        deliveries.contains {
            $0.notificationID == summary && $0.purpose == .show && $0.deviceID == device
                && ($0.ending == .sent || $0.lease != nil)
        }
    }
}

extension UserNotification {
    /// The notification is neither read nor expired nor snoozed.
    fileprivate func isOpen(at moment: Timestamp) -> Bool {
        readAt == nil && expiresAt > moment && snoozedUntil.map { $0 <= moment } ?? true
    }
}
