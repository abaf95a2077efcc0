import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// Stores what came of one attempt.
    ///
    /// A row that has ended, stands under a new id, or belongs to a later claim keeps what it says; the timeline gets
    /// its line all the same, unless the notification is gone with it.
    ///
    /// - Returns: whether a clearing delivery follows.
    func record(_ result: DeliveryResult, at time: Timestamp) throws -> Bool {
        var isCleared = false
        if let standing = try settle(result) ?? notifications.standing(of: result.notificationID, at: time) {
            try note(result, at: time)
            if result.isSent, let summary = standing.summary {
                isCleared = try follow(result, of: summary, at: time)
            } else if result.isSent, result.purpose == .show, standing.isQuiet {
                // Read, snoozed or answered while it was on its way: it has just been shown in vain. If the row had ended
                // before, so may have its clearing, too early for this one.
                try deliveries.insert(.clear, of: result.notificationID, to: result.deviceID, at: time)
                isCleared = true
            }
        }
        if let consequence = result.device { try apply(consequence, of: result, at: time) }
        return isCleared
    }

    /// What a summary that was sent needs next: to go when nothing is left of it, to count down when something of it
    /// expires.
    ///
    /// - Returns: whether it is to go, which is due now.
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

    /// - Returns: whether its notification was read by then, and the summary it is shown in; `nil` when the row stays as
    ///   it is.
    private func settle(_ result: DeliveryResult) throws -> (isQuiet: Bool, summary: NotificationID?)? {
        switch result.ending {
        case .sent: try settle(result, as: .sent)
        case .deferred(let until, _): try settle(result, as: .waiting, due: until, isFailure: true)
        case .returned(let until): try settle(result, as: .waiting, due: until)
        case .failed: try settle(result, as: .failed)
        }
    }

    private func settle(
        _ result: DeliveryResult, as state: DeliveryState, due: Timestamp? = nil, isFailure: Bool = false
    ) throws -> (isQuiet: Bool, summary: NotificationID?)? {
        try first(
            """
            UPDATE deliveries SET state = ?1, due = ?2, failures = failures + ?8
            WHERE notification_id = ?3 AND purpose = ?4 AND device_id = ?5 AND id = ?6 AND due IS NOT NULL
                AND (attempt = ?7 OR ?1 = \(DeliveryState.sent.rawValue))
            RETURNING (SELECT read_at IS NOT NULL FROM notifications WHERE id = deliveries.notification_id),
                (SELECT summary_id FROM notifications WHERE id = deliveries.notification_id)
            """,
            [
                state.rawValue, due?.milliseconds, result.notificationID.blob, result.purpose.code,
                result.deviceID.blob, result.id.blob, result.attempt, isFailure,
            ]
        ) { (try $0.integer() != 0, try $0.optionalID()) }
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

    private func apply(
        _ consequence: DeliveryResult.DeviceEffect, of result: DeliveryResult, at time: Timestamp
    ) throws {
        let registered = result.registeredAt
        switch consequence {
        case .gone(let since):
            guard since.map({ $0 >= registered }) ?? true else { return }
            try devices.deactivate(result.deviceID, registered: registered, because: result.inactivation(at: time))
        case .suspect:
            try devices.quarantine(result.deviceID, registered: registered, because: result.inactivation(at: time))
        case .environment(let environment):
            try devices.move(result.deviceID, to: environment, registered: registered)
        case .tokensDoubted:
            if let revival = try revival(by: result, at: time) { _ = try revive(revival) }
        }
    }
}

extension DeliveryResult {
    fileprivate var isSent: Bool { if case .sent = ending { true } else { false } }

    fileprivate func inactivation(at time: Timestamp) -> DeviceInactivation {
        let reason: String? = if case .failed(let reason) = ending { reason } else { nil }
        return DeviceInactivation(at: time, cause: .gateway, reason: reason)
    }
}
