public import BellhopModel
public import BellhopStore

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
