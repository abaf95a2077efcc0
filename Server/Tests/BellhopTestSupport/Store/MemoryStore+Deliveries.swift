public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func claimDeliveries(
        at time: Timestamp, lease: Timestamp, limit: Int, scope: ClaimScope
    ) async throws -> [ClaimedDelivery] {
        defer { claims.add() }
        return try run { state in
            let due = state.deliveries.indices.filter { index in
                let row = state.deliveries[index]
                return row.claimable.map { $0 <= time } ?? false && state.isIn(scope, row)
            }
            let inOrder = due.sorted { a, b in
                let (a, b) = (state.deliveries[a], state.deliveries[b])
                return a.isBulk == b.isBulk ? (a.due, a.id) < (b.due, b.id) : b.isBulk
            }
            var claimed: [ClaimedDelivery] = []
            for index in inOrder where claimed.count < limit {
                if let delivery = state.claim(index, at: time, lease: lease) { claimed.append(delivery) }
            }
            return claimed
        }
    }

    public func record(_ results: [DeliveryResult], at time: Timestamp) async throws -> Bool {
        let isCleared = try run { state in
            var isCleared = false
            for result in results where state.record(result, at: time) { isCleared = true }
            return isCleared
        }
        recorded.add(results.count)
        return isCleared
    }

    public func nextDeliveryDue(in scope: ClaimScope) async throws -> Timestamp? {
        try run { state in state.deliveries.filter { state.isIn(scope, $0) }.compactMap(\.claimable).min() }
    }

    public func queueDepth() async throws -> Int { try run { $0.deliveries.count { $0.ending == nil } } }
}

extension MemoryStore.State {
    fileprivate func isIn(_ scope: ClaimScope, _ row: DeliveryRow) -> Bool {
        guard let device = devices.first(where: { $0.id == row.deviceID }) else { return false }
        return (row.isBulk ? scope.bulk : scope.single).contains(device.platform)
    }

    fileprivate mutating func claim(_ index: Int, at time: Timestamp, lease: Timestamp) -> ClaimedDelivery? {
        let row = deliveries[index]
        guard let notification = notifications[row.notificationID],
            let device = devices.first(where: { $0.id == row.deviceID })
        else { return nil }
        let summary = summaries[notification.id].map { _ in self.summary(notification, at: time) }
        if let objection = objection(to: row, of: notification, summary, on: device, at: time) {
            cancel(index, at: time, because: objection)
            // A process that claimed it and crashed may have sent it.
            let hasEnded =
                (summary != nil && !hasOpen(notification.id, at: time))
                || (summary == nil && notification.readAt != nil)
                || (notification.askID != nil && notification.expiresAt <= time)
            if row.lease != nil, row.purpose != .clear, hasEnded, device.state == .active {
                deliver(.clear, row.notificationID, to: row.deviceID, at: time)
            }
            return nil
        }
        deliveries[index].lease = lease
        deliveries[index].attempts += 1
        return ClaimedDelivery(
            id: row.id, purpose: row.purpose, device: device, notification: notification,
            ask: summary == nil ? notification.askID.flatMap { asks[$0] } : nil, summary: summary,
            badge: badge(of: notification.userID, at: time),
            attempt: row.attempts + 1, failures: row.failures, claimedAt: time, isBulk: row.isBulk)
    }

    private func objection(
        to row: DeliveryRow, of notification: UserNotification, _ summary: NotificationSummary?, on device: Device,
        at time: Timestamp
    ) -> String? {
        if device.state != .active { return "the device is not active" }
        if device.userID != notification.userID { return "the device belongs to another user" }
        guard row.purpose != .clear else { return nil }
        if let summary {
            guard summary.count == 0 else { return nil }
            return hasOpen(notification.id, at: time) ? "the campaign was stopped" : "already read"
        }
        if notification.readAt != nil { return "already read" }
        if isStopped(notification), notification.snoozedUntil == nil { return "the campaign was stopped" }
        return notification.expiresAt > time ? nil : "expired"
    }

    fileprivate mutating func record(_ result: DeliveryResult, at time: Timestamp) -> Bool {
        if forgotten.contains(result.id) {
            apply(result, at: time)
            return false
        }
        guard let index = deliveries.firstIndex(where: { $0.id == result.id }), deliveries[index].attempts > 0 else {
            violations.append("\(result.id) was recorded but not claimed")
            return false
        }
        let row = deliveries[index]
        if row.lease == nil, row.ending == nil { violations.append("\(result.id) was recorded twice for one claim") }
        let (ending, step, detail) = read(result, at: time)
        if let step { note(step, result.notificationID, at: time, device: result.deviceID, detail) }
        apply(result, at: time)
        if row.ending == nil, result.attempt == row.attempts || ending == .sent {
            deliveries[index].lease = nil
            deliveries[index].ending = ending
            switch result.ending {
            case .deferred(let until, _):
                deliveries[index].due = until
                deliveries[index].failures += 1
            case .returned(let until): deliveries[index].due = until
            case .sent, .failed: break
            }
        }
        if ending == .sent, let summary = summaries[row.notificationID] { return follow(result, of: summary, at: time) }
        // A push that was sent while its notification ended may be on a screen, and is cleared.
        guard ending == .sent, row.purpose == .show, let notification = notifications[row.notificationID],
            notification.readAt != nil || notification.snoozedUntil.map({ $0 > time }) ?? false
        else { return false }
        deliver(.clear, row.notificationID, to: row.deviceID, at: time)
        return true
    }

    private mutating func read(
        _ result: DeliveryResult, at time: Timestamp
    ) -> (DeliveryRow.Ending?, TimelineEntry.Step?, String?) {
        switch result.ending {
        case .sent(let gatewayID):
            return (.sent, result.purpose == .clear ? .clearing : .sent, gatewayID)
        case .deferred(let until, let reason):
            if until < time { violations.append("\(result.id) was deferred into the past") }
            return (nil, .deferred, reason)
        case .returned:
            return (nil, nil, nil)
        case .failed(let reason):
            return (.failed(reason), .failed, reason)
        }
    }

    private mutating func apply(_ result: DeliveryResult, at time: Timestamp) {
        guard let consequence = result.device else { return }
        defer { mostLapsed = max(mostLapsed, devices.count { $0.inactivation?.cause == .gateway }) }
        if case .tokensDoubted(let since, let again) = consequence {
            return revive(sameAs: result.deviceID, since: since, again: again, at: time)
        }
        guard
            let index = devices.firstIndex(where: {
                $0.id == result.deviceID && $0.registeredAt == result.registeredAt
            })
        else { return }
        var reason: String?
        if case .failed(let word) = result.ending { reason = word }
        let inactivation = DeviceInactivation(at: time, cause: .gateway, reason: reason)
        switch consequence {
        case .gone(let since):
            guard since.map({ $0 >= devices[index].registeredAt }) ?? true, devices[index].state != .inactive
            else { return }
            (devices[index].state, devices[index].inactivation) = (.inactive, inactivation)
        case .suspect:
            if devices[index].state == .active {
                (devices[index].state, devices[index].inactivation) = (.quarantined, inactivation)
            }
        case .environment(let environment):
            devices[index].environment = environment
            if devices[index].state == .quarantined {
                (devices[index].state, devices[index].inactivation) = (.active, nil)
            }
        case .tokensDoubted: break
        }
    }
}

extension MemoryStore.State {
    mutating func revive(sameAs device: DeviceID, since: Timestamp, again: Timestamp, at time: Timestamp) {
        guard let platform = devices.first(where: { $0.id == device })?.platform else { return }
        for index in devices.indices where devices[index].platform == platform {
            guard let inactivation = devices[index].inactivation, inactivation.cause == .gateway,
                inactivation.at >= since
            else { continue }
            (devices[index].state, devices[index].inactivation) = (.active, nil)
            var taken: Set<NotificationID> = []
            let unread = notifications.values.filter {
                $0.userID == devices[index].userID && $0.readAt == nil && $0.expiresAt > time
                    && $0.id >= .first(at: since - .seconds(3600))
                    && ($0.askID == nil || devices[index].canAnswer)
            }
            for notification in unread.sorted(by: { $0.id < $1.id }) {
                let shown = summaries[notification.id] ?? notification.id
                let moment = [again, due[notification.id], notification.snoozedUntil].compactMap(\.self).max() ?? again
                let device = devices[index].id
                guard !taken.contains(shown),
                    retry(shown, to: device, at: moment)
                        || makeUp(for: notification, shownIn: shown, on: device, since: inactivation.at, at: moment)
                else { continue }
                taken.insert(shown)
                note(.deferred, shown, at: time, device: device, "TokensDoubted")
            }
        }
    }

    /// The latest delivery of this kind.
    private func last(_ purpose: DeliveryPurpose, of id: NotificationID, to device: DeviceID) -> Int? {
        deliveries.lastIndex { $0.notificationID == id && $0.purpose == purpose && $0.deviceID == device }
    }

    /// Retries deliveries that ended without being sent.
    private mutating func retry(_ id: NotificationID, to device: DeviceID, at moment: Timestamp) -> Bool {
        var isRetried = false
        for purpose in [DeliveryPurpose.show, .update] {
            guard let index = last(purpose, of: id, to: device), let ending = deliveries[index].ending, ending != .sent
            else { continue }
            (deliveries[index].ending, deliveries[index].lease, deliveries[index].due) = (nil, nil, moment)
            isRetried = true
        }
        return isRetried
    }

    /// Delivers a notification that was accepted while the device was not active.
    private mutating func makeUp(
        for notification: UserNotification, shownIn shown: NotificationID, on device: DeviceID,
        since inactivation: Timestamp,
        at moment: Timestamp
    ) -> Bool {
        guard due[notification.id] != nil, !notification.isSilent, notification.id >= .first(at: inactivation) else {
            return false
        }
        guard let index = last(.show, of: shown, to: device) else {
            deliver(.show, shown, to: device, at: moment, isBulk: notification.campaignID != nil)
            return true
        }
        let isShown = deliveries[index].ending == .sent || deliveries[index].lease != nil
        guard isShown, summaries[notification.id] != nil else { return false }
        arm(.update, shown, to: device, at: moment, isBulk: notification.campaignID != nil)
        return true
    }
}
