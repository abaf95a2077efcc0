import BellhopModel
import GRDB

extension Database {
    /// Marks it as read, and has everybody else clear it.
    /// - Returns: whose it is; `nil` when it is not there or was read before.
    func markRead(_ id: NotificationID, by device: DeviceID?, at time: Timestamp) throws -> UserID? {
        guard let user = try notifications.markRead(id, at: time) else { return nil }
        try timeline.add(TimelineEntry(at: time, step: .read, deviceID: device), to: id)
        try deliveries.cancelShows(of: id, because: .alreadyRead, at: time)
        _ = try deliveries.insertClears(of: id, user: user, except: device, at: time)
        return user
    }
}
