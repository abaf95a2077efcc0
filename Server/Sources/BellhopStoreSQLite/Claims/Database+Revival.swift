import BellhopModel
import BellhopStore
import GRDB

/// What a gateway that calls everything dead has done to one platform, to be taken back.
struct Revival {
    /// So many devices are revived in one transaction, so that it holds up nobody for long.
    static let batch = 64

    let platform: Platform
    let since: Timestamp
    /// When what the devices missed is due.
    let again: Timestamp
    let time: Timestamp

    /// Of notifications that are older, nothing is taken up.
    var oldest: NotificationID { .first(at: since - .seconds(3600)) }
}

extension Database {
    /// - Returns: `nil` when `result` takes nothing back.
    func revival(by result: DeliveryResult, at time: Timestamp) throws -> Revival? {
        guard case .tokensDoubted(let since, let again) = result.device,
            let platform = try devices.find(result.deviceID)?.platform
        else { return nil }
        return Revival(platform: platform, since: since, again: again, time: time)
    }

    /// Revives the next devices, those that lapsed last first.
    ///
    /// - Returns: whether there may be more.
    func revive(_ revival: Revival) throws -> Bool {
        let lapsed = try devices.lapsed(on: revival.platform, in: revival.since...revival.time, limit: Revival.batch)
        for device in lapsed {
            var taken: Set<NotificationID> = []
            for missed in try notifications.unread(for: device, since: revival.oldest, at: revival.time)
            where !taken.contains(missed.shownIn) {
                guard try takeUp(missed, on: device, revival) else { continue }
                taken.insert(missed.shownIn)
                // The same word as every other push waits for.
                let entry = TimelineEntry(
                    at: revival.time, step: .deferred, deviceID: device.id, detail: "TokensDoubted")
                try timeline.add(entry, to: missed.shownIn)
            }
            try devices.reactivate(device.id)
        }
        return lapsed.count == Revival.batch
    }

    /// - Returns: whether the device has missed it.
    private func takeUp(_ missed: UnreadNotification, on device: LapsedDevice, _ revival: Revival) throws -> Bool {
        let due = max(revival.again, missed.quietUntil ?? revival.again)
        if try deliveries.retry(missed.shownIn, to: device.id, at: due) { return true }
        // A silent one has no moment at which it is pushed, and is not worth being late.
        guard missed.pushAt != nil, missed.id >= .first(at: device.lapsedAt) else { return false }
        switch try deliveries.state(of: missed.shownIn, to: device.id) {
        case nil:
            try deliveries.insert(.show, of: missed.shownIn, to: device.id, at: due, isBulk: missed.isBulk)
        case .claimed?, .sent?:
            guard missed.isFolded else { return false }
            try summaries.arm(.update, of: missed.shownIn, to: device.id, at: due, isBulk: missed.isBulk)
        case .waiting?, .failed?, .cancelled?: return false
        }
        return true
    }
}
