public import BellhopModel

public protocol HistoryStore: Sendable {
    /// At most `limit` of the user's notifications that `filter` lets through, newest first, with the numbers that
    /// belong to them, all as of one moment.
    ///
    /// A page beyond the last is empty. The first and the last page, a page after a cursor and the numbers take no
    /// longer for a million notifications than for a hundred; counting what a session, a thread or a span of time
    /// lets through walks an index.
    func history(
        of user: UserID, _ filter: HistoryFilter, from start: HistoryStart, limit: Int, at time: Timestamp
    ) async throws -> HistoryPage

    /// Marks up to `limit` unread notifications that `filter` lets through, none made after `last`, as
    /// ``NotificationStore/markRead(_:by:at:)`` would, oldest first and in one transaction. Those of pending asks stay
    /// unread.
    /// - Returns: which it changed; fewer than `limit` when nothing is left to change.
    func markAllRead(
        of user: UserID, _ filter: HistoryFilter, upTo last: NotificationID, by device: DeviceID?, at time: Timestamp,
        limit: Int
    ) async throws -> [NotificationID]

    /// Deletes up to `limit` notifications made before `moment`, oldest first, with their asks, deliveries and
    /// timelines.
    ///
    /// What is still going on stays: one that has not expired at `time`, whose ask is pending, that has a delivery which
    /// has not ended, or that a summary begins with in which something is unread and alive. Results of deliveries that are gone are taken and change nothing but their device.
    /// - Returns: how many were deleted; fewer than `limit` when nothing is left to delete.
    func forgetNotifications(before moment: Timestamp, at time: Timestamp, limit: Int) async throws -> Int
}
