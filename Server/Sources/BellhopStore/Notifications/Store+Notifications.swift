public import BellhopModel

/// The result of snoozing a notification.
public enum SnoozeResult: Hashable, Sendable {
    case done
    /// The notification does not exist.
    case missing
    /// The notification was cancelled.
    case cancelled
    /// The notification is about a completed item.
    case itemCompleted(TopicID)
    /// The notification is about an ask that has ended, or ends before the moment.
    case askEnds
}

extension Store {
    /// Newest first, at most `limit`, starting before `cursor`.
    public func notifications(
        of user: UserID, before cursor: NotificationID?, limit: Int
    ) async throws -> [UserNotification] {
        try await read { try $0.notifications.page(of: user, before: cursor, limit: limit) }
    }

    public func notification(_ id: NotificationID) async throws -> UserNotification? {
        try await read { try $0.notifications.find(id) }
    }

    /// The notification's events, oldest first.
    public func timeline(of id: NotificationID) async throws -> [TimelineEntry] {
        try await read { db in
            guard let notification = try db.notifications.find(id) else { return [] }
            return [TimelineEntry(at: notification.createdAt, step: .accepted)] + (try db.timeline.entries(of: id))
        }
    }

    /// The state of its deliveries, showing ones first.
    public func deliveries(of id: NotificationID) async throws -> [DeliveryStatus] {
        try await read { try $0.deliveries.all(of: id) }
    }

    /// Marks it as read, cancels unsent deliveries, and creates clearing deliveries for the user's other active devices
    /// that were sent it. For a folded one these go to all devices that were sent its summary, due after
    /// ``BurstLimits/settling``.
    /// - Returns: whether this call changed it.
    public func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) async throws -> Bool {
        try await write { try $0.markRead(id, by: device, at: time) != nil }
    }

    /// Cancels a notification: marks it as read, cancels unsent deliveries, and creates clearing deliveries for all
    /// active devices that were sent it. A read notification does not change.
    /// - Returns: the numbers of cancelled and clearing deliveries; `nil` for an unknown notification.
    public func cancelNotification(_ id: NotificationID, at time: Timestamp) async throws -> Cancellation? {
        try await write { db in
            guard let user = try db.notifications.markRead(id, at: time) else {
                return try db.notifications.find(id).map { _ in Cancellation(stopped: 0, clearing: 0) }
            }
            let line = TimelineEntry(at: time, step: .cancelled, detail: CancellationReason.cancelledBySender.rawValue)
            try db.timeline.add(line, to: id)
            let stopped = try db.deliveries.cancelShows(of: id, because: .cancelledBySender, at: time)
            let clearing = try db.deliveries.insertClears(of: id, user: user, except: nil, at: time)
            return Cancellation(stopped: stopped, clearing: clearing)
        }
    }

    /// Snoozes a notification: it is silent until `moment`, and shown again then.
    ///
    /// The user's other devices that were sent it get clearing deliveries. Every active device gets a delivery due at
    /// `moment`, regardless of the user's preferences; it replaces a pending one. The notification does not count in
    /// the badge until then, and is unread from then on. It expires at `expiresAt`, if that is later than before; that
    /// of an ask expires at its deadline.
    ///
    /// A folded notification leaves its summary, which continues without it, and is shown on its own from then on. When
    /// nothing else in the summary is unread and unexpired, the summary is cleared and shown again at `moment`; nothing
    /// is folded into it until then.
    ///
    /// - Returns: `done`, or the reason why it was not snoozed.
    public func snooze(
        _ id: NotificationID, until moment: Timestamp, expiresAt: Timestamp, by device: DeviceID?, at time: Timestamp
    ) async throws -> SnoozeResult {
        try await write { db in
            guard let (notification, summary) = try db.notifications.findFolded(id) else { return .missing }
            let user = notification.userID
            if try db.timeline.isCancelled(id) { return .cancelled }
            if let item = notification.options?.itemID.flatMap({ TopicID($0) }),
                try db.items.find(item)?.completedAt != nil
            {
                return .itemCompleted(item)
            }
            guard try db.notifications.snooze(id, until: moment, expiresAt: expiresAt) else { return .askEnds }
            let line = TimelineEntry(at: time, step: .snoozed, deviceID: device, detail: "until \(moment)")
            try db.timeline.add(line, to: id)
            if let summary {
                try db.summaries.leave(summary, id, of: user, at: time)
            } else {
                _ = try db.deliveries.insertClears(of: id, user: user, except: device, at: time)
            }
            for device in try db.devices.active(of: user, answering: notification.askID != nil) {
                try db.deliveries.insert(.show, of: id, to: device, at: moment)
            }
            return .done
        }
    }

    /// Adds a timeline entry; nothing for an unknown notification.
    public func record(_ entry: TimelineEntry, for id: NotificationID) async throws {
        try await write { db in
            if try db.notifications.find(id) != nil { try db.timeline.add(entry, to: id) }
        }
    }

    /// The badge: the number of the user's unread, unexpired notifications that are not snoozed.
    public func badge(of user: UserID, at time: Timestamp) async throws -> Int {
        try await read { try $0.history.unread(of: user, at: time) }
    }
}

extension Store {
    /// Stores `submission` in one transaction.
    ///
    /// ``PushPolicy`` decides by the user's preferences and the stored state at that moment, and its entries follow the
    /// acceptance in the timeline. Deliveries are created for the currently active devices of `notification.userID`,
    /// due as decided. A folded notification has no deliveries; instead each of these devices gets a delivery of the
    /// summary, unless one is pending. A held notification is decided about as if it arrived at the end of the hold,
    /// and Live Activities show it from then on. Suppressed notifications are still stored.
    ///
    /// - Parameter claim: the deliveries that are claimed in the same transaction, as by
    ///   ``claimDeliveries(at:lease:limit:scope:)``. Those that are due later, of summaries and of campaigns are not.
    public func accept(
        _ submission: Submission, claiming claim: ImmediateClaim? = nil
    ) async throws -> SubmissionResult {
        let request = try submission.ask.map { try CanonicalJSON.text($0.request) }
        let user = submission.notification.userID
        return try await write(notifying: user) { db -> (Submitted?, kept: IdempotencyRecord?) in
            if let record = submission.idempotency {
                if let kept = try db.idempotency.find(scope: record.scope, key: record.key) { return (nil, kept) }
                try db.idempotency.insert(record)
            }
            let recipient = try db.changes.recipient(user, at: submission.notification.createdAt, in: db)
            let submitted = try db.submit(submission, request: request, to: recipient, claiming: claim)
            if !submitted.claimed.isEmpty { db.changes.badgeUsers.insert(user) }
            return (submitted, nil)
        } finish: { db, result in
            if let kept = result.kept { return .repeated(kept) }
            guard let submitted = result.0 else { return .stored(deliveries: 0) }
            guard let claim, !submitted.claimed.isEmpty else { return .stored(deliveries: submitted.deliveries) }
            let badge = try db.changes.badge(of: user, at: claim.time, in: db)
            let claimed = submitted.claimed.map { claimed in
                ClaimedDelivery(
                    id: claimed.id, purpose: .show, device: claimed.device, notification: submission.notification,
                    ask: submission.ask, badge: badge, attempt: 1, claimedAt: claim.time)
            }
            return .stored(deliveries: submitted.deliveries, claimed: claimed)
        }
    }
}

extension Database {
    /// Stores a submission within the caller's transaction.
    ///
    /// - Parameter request: the content of the submission's ask as JSON.
    /// - Returns: the number of devices with a delivery, due now or later.
    func submit(_ submission: Submission, request: String? = nil) throws -> Int {
        let notification = submission.notification
        let recipients = try self.recipients([notification.userID], at: notification.createdAt)
        return try submit(submission, request: request, to: recipients[0], claiming: nil).deliveries
    }

    /// Stores a submission within the caller's transaction.
    ///
    /// - Parameters:
    ///   - request: the content of the submission's ask as JSON.
    ///   - recipient: its user; with the registrations of the devices when there is a claim.
    ///   - claim: the deliveries to claim.
    fileprivate func submit(
        _ submission: Submission, request: String?, to recipient: Recipient, claiming claim: ImmediateClaim?
    ) throws -> Submitted {
        let notification = submission.notification
        let submitted = try submit([submission], to: [recipient], claiming: claim)[0]
        if let ask = submission.ask, let request {
            try asks.insert(
                ask, request: request, notification: notification.id, inputHash: submission.inputHash,
                heldUntil: submission.heldUntil)
            try makeLiveActivitiesDue(with: ask, heldUntil: submission.heldUntil)
        }
        return submitted
    }

    /// Stores submissions to different users within the caller's transaction, without asks. Every notification is
    /// created here.
    ///
    /// - Parameter recipients: the user of each submission.
    /// - Returns: for each submission, the number of devices with a delivery, due now or later.
    func submit(_ submissions: [Submission], to recipients: [Recipient]) throws -> [Int] {
        try submit(submissions, to: recipients, claiming: nil).map(\.deliveries)
    }

    private func submit(
        _ submissions: [Submission], to recipients: [Recipient], claiming claim: ImmediateClaim?
    ) throws -> [Submitted] {
        let decisions = try zip(submissions, recipients).map { try decision(on: $0, to: $1) }
        try notifications.insert(zip(submissions.lazy.map(\.notification), decisions))
        try timeline.add(
            zip(submissions, decisions).lazy.flatMap { submission, decision in
                let notification = submission.notification
                return decision.lines(at: notification.createdAt).map { ($0, notification.id) }
            })
        var shows: [NewDelivery] = []
        var submitted: [Submitted] = []
        for ((submission, decision), recipient) in zip(zip(submissions, decisions), recipients) {
            let notification = submission.notification
            let isBulk = notification.campaignID != nil
            switch decision {
            case .suppress:
                submitted.append(Submitted(deliveries: 0))
            case .fold(let summary, let due, _, _):
                let devices = recipient.devices.lazy.map(\.id)
                let count = try summaries.grow(summary, on: devices, due: due, isBulk: isBulk)
                submitted.append(Submitted(deliveries: count))
            case .push(let due, _):
                let devices = recipient.devices.filter { submission.ask == nil || $0.canAnswer }
                var result = Submitted(deliveries: devices.count)
                for device in devices {
                    let delivery = NewDelivery(
                        notification: notification.id, device: device.id, platform: device.platform, due: due,
                        isBulk: isBulk)
                    if let claim, let registration = device.registration, claim.takes(delivery, of: notification),
                        result.claimed.count < claim.limit
                    {
                        let id = DeliveryID.make(at: notification.createdAt)
                        result.claimed.append(ClaimedRow(id: id, delivery: delivery, device: registration))
                    } else {
                        shows.append(delivery)
                    }
                }
                if let claim { try deliveries.insert(result.claimed, until: claim.lease) }
                submitted.append(result)
            }
        }
        if let first = submissions.first { try deliveries.insert(shows, at: first.notification.createdAt) }
        return submitted
    }

    private func decision(on submission: Submission, to recipient: Recipient) throws -> PushDecision {
        func decide() throws -> PushDecision {
            try PushPolicy.decision(
                on: submission.notification, about: submission.topics, heldUntil: submission.heldUntil,
                bypassesPreferences: submission.bypassesPreferences, facts: StoredFacts(self, about: recipient))
        }
        let decision = try decide()
        guard case .fold = decision, hasOtherWriters else { return decision }
        // The summary may have changed, or begun, on another node.
        try summaries.lock(of: recipient.user)
        return try decide()
    }
}

/// The deliveries of a stored submission.
private struct Submitted: Sendable {
    /// The number of devices with a delivery, due now or later.
    var deliveries: Int
    var claimed: [ClaimedRow] = []
}

extension ImmediateClaim {
    /// Indicates whether a new delivery of `notification` can be claimed.
    fileprivate func takes(_ delivery: NewDelivery, of notification: UserNotification) -> Bool {
        delivery.due <= time && !delivery.isBulk && platforms.contains(delivery.platform)
            && notification.expiresAt > time
    }
}
