import BellhopModel
import BellhopStore

extension MemoryStore.State {
    mutating func revive(sameAs device: DeviceID, since: Timestamp, again: Timestamp, at time: Timestamp) {
        guard let platform = devices.first(where: { $0.id == device })?.platform else { return }
        for index in devices.indices where devices[index].platform == platform {
            guard let inactivation = devices[index].inactivation, inactivation.cause == .gateway, inactivation.at >= since else { continue }
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

    /// The row that counts: the last of its kind.
    private func last(_ purpose: DeliveryPurpose, of id: NotificationID, to device: DeviceID) -> Int? {
        deliveries.lastIndex { $0.notificationID == id && $0.purpose == purpose && $0.deviceID == device }
    }

    /// What ended in vain.
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

    /// What was told while the device was not active.
    private mutating func makeUp(
        for notification: UserNotification, shownIn shown: NotificationID, on device: DeviceID, since inactivation: Timestamp,
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
