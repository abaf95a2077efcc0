public import BellhopModel

/// One claim of due deliveries. Values shared by several of them (notification, device, ask, badge) are read once.
struct Claim {
    /// The maximum number of batches without a sendable delivery in one claim. It bounds the transaction when a long
    /// outage has left many deliveries to end.
    private static let idleBatchLimit = 8

    private let db: Database
    /// The claimed rows are locked; nodes would wait for each other if what they refer to were as well.
    private let reading: Database
    private let time: Timestamp
    private let lease: Timestamp
    private let scope: ClaimScope
    private let isAwaited: () -> Bool
    private var notifications: [NotificationID: (UserNotification, summary: NotificationSummary?)] = [:]
    private var devices: [DeviceID: Device] = [:]
    private var asks: [AskID: Ask] = [:]
    private var badges: [UserID: Int] = [:]
    private var stopped: [CampaignID: Bool] = [:]

    /// - Parameter isAwaited: whether other writes wait; fewer campaign deliveries are then claimed.
    init(
        in db: Database, at time: Timestamp, until lease: Timestamp, scope: ClaimScope,
        isAwaited: @escaping () -> Bool = { false }
    ) {
        self.scope = scope
        self.isAwaited = isAwaited
        self.db = db
        reading = db.withoutLocks
        self.time = time
        self.lease = lease
    }

    /// Claims up to `limit` deliveries, those of campaigns last, and ends those that must not be sent.
    mutating func take(limit: Int) throws -> [ClaimedDelivery] {
        for _ in 0..<Self.idleBatchLimit {
            let single = try db.deliveries.due(at: time, limit: limit, isBulk: false, on: scope.single)
            var claimed = try claim(single)
            var found = single.count
            for part in Batch.parts(of: limit - found) {
                if !claimed.isEmpty, isAwaited() { return claimed }
                let bulk = try db.deliveries.due(at: time, limit: part.count, isBulk: true, on: scope.bulk)
                claimed += try claim(bulk)
                found += bulk.count
                if bulk.count < part.count { break }
            }
            if !claimed.isEmpty || found < limit { return claimed }
        }
        return []
    }

    /// Claims the deliveries that must be sent, and ends the others.
    private mutating func claim(_ batch: [DueDelivery]) throws -> [ClaimedDelivery] {
        try readNotifications(of: batch)
        try readDevices(of: batch)
        var taken: [(DueDelivery, UserNotification, NotificationSummary?, Device)] = []
        for delivery in batch {
            guard let (notification, summary) = notifications[delivery.notificationID],
                let device = devices[delivery.deviceID]
            else { continue }
            if let reason = try objection(to: delivery, of: notification, summary, to: device) {
                try end(delivery, of: notification, to: device, because: reason)
            } else {
                taken.append((delivery, notification, summary, device))
            }
        }
        try db.deliveries.claim(taken.map(\.0), until: lease)
        try readBadges(of: taken.map(\.1.userID))
        return try taken.map { delivery, notification, summary, device in
            ClaimedDelivery(
                id: delivery.id, purpose: delivery.purpose, device: device, notification: notification,
                ask: summary == nil ? try notification.askID.flatMap { try ask($0) } : nil, summary: summary,
                badge: badges[notification.userID] ?? 0, attempt: delivery.claims + 1,
                failures: delivery.failures, claimedAt: time, isBulk: delivery.isBulk)
        }
    }

    private func end(
        _ delivery: DueDelivery, of notification: UserNotification, to device: Device,
        because reason: CancellationReason
    ) throws {
        try db.deliveries.cancel(delivery, because: reason, at: time)
        let hasEnded = reason == .alreadyRead || (reason == .expired && notification.askID != nil)
        if hasEnded, delivery.wasClaimed {
            // The process that claimed it may have sent it before it died. It does not count as sent, so nothing
            // else would clear it.
            try db.deliveries.insert(.clear, of: notification.id, to: device.id, at: time)
        }
    }

    private mutating func objection(
        to delivery: DueDelivery, of notification: UserNotification, _ summary: NotificationSummary?, to device: Device
    ) throws -> CancellationReason? {
        if device.state != .active { return .deviceNotActive }
        if device.userID != notification.userID { return .deviceChangedHands }
        guard delivery.purpose != .clear else { return nil }
        if let summary {
            guard summary.count == 0 else { return nil }
            return try reading.summaries.hasOpen(notification.id, at: time) ? .campaignStopped : .alreadyRead
        }
        if notification.readAt != nil { return .alreadyRead }
        // A snoozed one is shown again for its user, independent of the campaign.
        if let campaign = notification.campaignID, notification.snoozedUntil == nil, try isStopped(campaign) {
            return .campaignStopped
        }
        return notification.expiresAt <= time ? .expired : nil
    }

    /// Reads the notifications, and the summaries that begin with them if the deliveries are about those.
    private mutating func readNotifications(of batch: [DueDelivery]) throws {
        let unknown = Set(batch.map(\.notificationID)).filter { notifications[$0] == nil }
        for (notification, summary) in try reading.notifications.findFolded(Array(unknown)) {
            let isSummary = summary == notification.id
            notifications[notification.id] = (
                notification, isSummary ? try reading.summaries.find(notification, at: time) : nil
            )
        }
    }

    private mutating func readDevices(of batch: [DueDelivery]) throws {
        let unknown = Set(batch.map(\.deviceID)).filter { devices[$0] == nil }
        for device in try reading.devices.find(Array(unknown)) { devices[device.id] = device }
    }

    private mutating func readBadges(of users: [UserID]) throws {
        let unknown = Set(users).filter { badges[$0] == nil }
        badges.merge(try reading.history.unread(of: Array(unknown), at: time)) { $1 }
    }

    private mutating func ask(_ id: AskID) throws -> Ask? {
        if let known = asks[id] { return known }
        asks[id] = try reading.asks.find(id)?.ask
        return asks[id]
    }

    private mutating func isStopped(_ campaign: CampaignID) throws -> Bool {
        if let known = stopped[campaign] { return known }
        let isStopped = try reading.campaigns.isStopped(campaign)
        stopped[campaign] = isStopped
        return isStopped
    }
}

extension Store {
    /// Claims up to `limit` deliveries of `scope` that are due at `time`, earliest first, and leases them until
    /// `lease`. It may claim fewer campaign deliveries than are due, so that other writes need not wait.
    ///
    /// Some due deliveries are ended instead, with a timeline entry: those to a device that is no longer active or has
    /// another owner, those that would show a read or expired notification (clears are sent even then), and those of a
    /// stopped campaign, unless its user has snoozed the notification. A summary is ended when none of its
    /// notifications is unread and unexpired; snoozed ones and those of stopped campaigns do not count. A claim whose
    /// lease has passed is due again. It may have been sent, so a clearing delivery follows when it is ended because
    /// its notification was read or its ask has reached the deadline. No delivery is claimed twice under a running
    /// lease.
    ///
    /// An empty result means that nothing is due, unless many deliveries had to be ended first; check
    /// ``nextDeliveryDue(in:)``.
    public func claimDeliveries(
        at time: Timestamp, lease: Timestamp, limit: Int, scope: ClaimScope = .everything
    ) async throws -> [ClaimedDelivery] {
        guard limit > 0 else { return [] }
        return try await write(isBackground: true) { [commits] db in
            var claim = Claim(in: db, at: time, until: lease, scope: scope) { commits.isAwaited }
            return try claim.take(limit: limit)
        }
    }

    /// Stores the results of claimed deliveries in one transaction, with a timeline entry for each attempt.
    ///
    /// A clearing delivery follows when a notification was read or snoozed, or its ask ended, before it was shown. One
    /// is also created for the moment at which a notification in a summary, other than an ask, expires. A delivery that
    /// ended or was deleted during the attempt does not change. A delivery that was claimed again after its lease is left
    /// to the later claim, unless this attempt sent it.
    ///
    /// - Returns: whether a clearing delivery is due now.
    @discardableResult
    public func record(_ results: [DeliveryResult], at time: Timestamp) async throws -> Bool {
        guard !results.isEmpty else { return false }
        let isCleared = try await write(isBackground: true) { db in
            var isCleared = false
            // Nodes lock notifications in the same order.
            for result in results.sorted(by: { $0.notificationID < $1.notificationID })
            where try db.record(result, at: time) { isCleared = true }
            return isCleared
        }
        try await reactivateDevices(after: results, at: time)
        return isCleared
    }

    /// Reactivates further devices for results whose transaction has reactivated the first ones.
    func reactivateDevices(after results: [DeliveryResult], at time: Timestamp) async throws {
        for result in results where result.reactivatesDevices {
            while try await write({ try $0.reactivation(by: result, at: time).map($0.reactivate) ?? false }) {}
        }
    }

    /// The earliest moment at which a delivery of `scope` is due or its lease ends; `nil` when none is pending.
    public func nextDeliveryDue(in scope: ClaimScope = .everything) async throws -> Timestamp? {
        try await read { try $0.deliveries.nextDue(in: scope) }
    }

    /// The number of pending deliveries, including claimed ones, for the metrics.
    public func queueDepth() async throws -> Int {
        try await read { try $0.deliveries.depth() }
    }
}

extension DeliveryResult {
    fileprivate var reactivatesDevices: Bool { if case .tokensSuspected = device { true } else { false } }
}

extension Database {
    /// Stores the result of one attempt.
    ///
    /// A row that has ended, has a new id, or belongs to a later claim is not changed; the timeline gets its entry
    /// anyway, unless the notification was deleted, or the result was recorded before. Results are recorded again when
    /// the outcome of their transaction is unknown.
    ///
    /// - Returns: whether a clearing delivery follows.
    func record(_ result: DeliveryResult, at time: Timestamp) throws -> Bool {
        var isCleared = false
        let isNew = try settle(result) || !isRecorded(result)
        if let standing = try notifications.standing(of: result.notificationID, at: time) {
            if isNew { try note(result, at: time) }
            if result.isSent, let summary = standing.summary {
                isCleared = try follow(result, of: summary, at: time)
            } else if result.isSent, result.purpose == .show, standing.isQuiet {
                // Read, snoozed or answered during the send, so it was shown in vain. A clearing push of a row that had
                // ended earlier may have preceded this one.
                try deliveries.insert(.clear, of: result.notificationID, to: result.deviceID, at: time)
                isCleared = true
            }
        }
        try applyDeviceEffect(of: result, at: time)
        return isCleared
    }

    /// Creates the next delivery of a summary that was sent: to clear it when it is empty, or to lower its number when
    /// its next notification expires.
    ///
    /// - Returns: whether a clearing delivery is due now.
    private func follow(_ result: DeliveryResult, of summary: NotificationID, at time: Timestamp) throws -> Bool {
        if try summaries.tally(of: summary, at: time).count == 0 {
            guard result.purpose != .clear else { return false }
            try summaries.arm(.clear, of: summary, to: result.deviceID, at: time)
            return true
        }
        if let expiry = try summaries.nextExpiry(of: summary, after: time) {
            try summaries.arm(.clear, of: summary, to: result.deviceID, at: expiry)
        }
        return false
    }

    /// - Returns: whether it changed the delivery.
    private func settle(_ result: DeliveryResult) throws -> Bool {
        switch result.ending {
        case .deferred(let until, _): try settle(result, due: until, isFailure: true)
        case .returned(let until): try settle(result, due: until)
        case .sent, .failed: try settle(result, due: nil)
        }
    }

    private func settle(_ result: DeliveryResult, due: Timestamp?, isFailure: Bool = false) throws -> Bool {
        try run(
            """
            UPDATE deliveries SET state = ?1, due = ?2, failures = failures + ?8
            WHERE notification_id = ?3 AND purpose = ?4 AND device_id = ?5 AND id = ?6 AND due IS NOT NULL
                AND ((attempt = ?7 AND state = \(DeliveryState.claimed.rawValue)) OR ?1 = \(DeliveryState.sent.rawValue))
            """,
            [
                result.state.rawValue, due?.milliseconds, result.notificationID.blob, result.purpose.code,
                result.deviceID.blob, result.id.blob, result.attempt, isFailure,
            ])
        return changesCount > 0
    }

    /// Returns whether a delivery that this result does not change has the state that it led to.
    private func isRecorded(_ result: DeliveryResult) throws -> Bool {
        try first(
            """
            SELECT 1 FROM deliveries
            WHERE notification_id = ? AND purpose = ? AND device_id = ? AND id = ? AND attempt = ? AND state = ?
            """,
            [
                result.notificationID.blob, result.purpose.code, result.deviceID.blob, result.id.blob, result.attempt,
                result.state.rawValue,
            ]
        ) { try $0.integer() } != nil
    }

    private func note(_ result: DeliveryResult, at time: Timestamp) throws {
        let step: TimelineEntry.Step
        let detail: String?
        switch result.ending {
        case .sent(let gatewayID): (step, detail) = (result.purpose == .clear ? .clearing : .sent, gatewayID)
        case .deferred(_, let reason): (step, detail) = (.deferred, reason)
        // Nothing was attempted.
        case .returned: return
        case .failed(let reason): (step, detail) = (.failed, reason)
        }
        let entry = TimelineEntry(at: time, step: step, deviceID: result.deviceID, detail: detail)
        try timeline.add(entry, to: result.notificationID)
    }

    /// Applies the effect of the gateway's response on the device.
    func applyDeviceEffect(of result: DeliveryResult, at time: Timestamp) throws {
        guard let effect = result.device else { return }
        let registered = result.registeredAt
        switch effect {
        case .gone(let since):
            guard since.map({ $0 >= registered }) ?? true else { return }
            try devices.deactivate(result.deviceID, registered: registered, because: result.inactivation(at: time))
        case .suspect:
            try devices.quarantine(result.deviceID, registered: registered, because: result.inactivation(at: time))
        case .environment(let environment):
            try devices.move(result.deviceID, to: environment, registered: registered)
        case .tokensSuspected:
            if let reactivation = try reactivation(by: result, at: time) { _ = try reactivate(reactivation) }
        }
    }
}

extension DeliveryResult {
    fileprivate var isSent: Bool { if case .sent = ending { true } else { false } }

    /// The state of the delivery after it.
    fileprivate var state: DeliveryState {
        switch ending {
        case .sent: .sent
        case .deferred, .returned: .waiting
        case .failed: .failed
        }
    }

    fileprivate func inactivation(at time: Timestamp) -> DeviceInactivation {
        let reason: String? = if case .failed(let reason) = ending { reason } else { nil }
        return DeviceInactivation(at: time, cause: .gateway, reason: reason)
    }
}
