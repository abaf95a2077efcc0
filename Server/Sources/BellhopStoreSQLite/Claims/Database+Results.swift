import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// Stores what came of one attempt.
    ///
    /// A row that has ended, stands under a new id, or belongs to a later claim keeps what it says; the timeline gets
    /// its line all the same.
    ///
    /// - Returns: whether a clearing delivery follows.
    func record(_ result: DeliveryResult, at time: Timestamp) throws -> Bool {
        var isCleared = false
        switch result.ending {
        case .sent(let gatewayID):
            let settled = try settle(result, as: .sent)
            try note(result.purpose == .clear ? .clearing : .sent, of: result, gatewayID, at: time)
            let summary =
                if let settled { settled.summary } else { try summaries.summary(of: result.notificationID) }
            if let summary {
                isCleared = try follow(result, of: summary, at: time)
            } else if result.purpose == .show,
                try settled?.wasRead ?? notifications.isQuiet(result.notificationID, at: time)
            {
                // Read, snoozed or answered while it was on its way: it has just been shown in vain. If the row had ended
                // before, so may have its clearing, too early for this one.
                try deliveries.insert(.clear, of: result.notificationID, to: result.deviceID, at: time)
                isCleared = true
            }
        case .deferred(let until, let reason):
            try settle(result, as: .waiting, due: until)
            try note(.deferred, of: result, reason, at: time)
        case .failed(let reason):
            try settle(result, as: .failed)
            try note(.failed, of: result, reason, at: time)
        }
        if let consequence = result.device { try apply(consequence, of: result) }
        return isCleared
    }

    /// What a summary that was sent needs next: to go when nothing is left of it, to count down when something of it
    /// expires.
    ///
    /// - Returns: whether it is to go, which is due now.
    private func follow(_ result: DeliveryResult, of summary: NotificationID, at time: Timestamp) throws -> Bool {
        guard let first = try notifications.find(summary) else { return false }
        if try summaries.find(first, at: time).count == 0 {
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
    @discardableResult
    private func settle(
        _ result: DeliveryResult, as state: DeliveryState, due: Timestamp? = nil
    ) throws -> (wasRead: Bool, summary: NotificationID?)? {
        try first(
            """
            UPDATE deliveries SET state = ?1, due = ?2
            WHERE notification_id = ?3 AND purpose = ?4 AND device_id = ?5 AND id = ?6 AND due IS NOT NULL
                AND (attempt = ?7 OR ?1 = \(DeliveryState.sent.rawValue))
            RETURNING (SELECT read_at IS NOT NULL FROM notifications WHERE id = deliveries.notification_id),
                (SELECT summary_id FROM notifications WHERE id = deliveries.notification_id)
            """,
            [
                state.rawValue, due?.milliseconds, result.notificationID.blob, result.purpose.code,
                result.deviceID.blob, result.id.blob, result.attempt,
            ]
        ) { (try $0.integer() != 0, try $0.optionalID()) }
    }

    private func note(
        _ step: TimelineEntry.Step, of result: DeliveryResult, _ detail: String?, at time: Timestamp
    ) throws {
        let entry = TimelineEntry(at: time, step: step, deviceID: result.deviceID, detail: detail)
        try timeline.add(entry, to: result.notificationID)
    }

    private func apply(_ consequence: DeliveryResult.DeviceConsequence, of result: DeliveryResult) throws {
        let registered = result.registeredAt
        switch consequence {
        case .gone(let since):
            guard since.map({ $0 >= registered }) ?? true else { return }
            try devices.deactivate(result.deviceID, registered: registered)
        case .suspect:
            try devices.quarantine(result.deviceID, registered: registered)
        case .environment(let environment):
            try devices.move(result.deviceID, to: environment, registered: registered)
        }
    }
}
