public import BellhopModel

extension BellhopClient {
    /// Tells the user something.
    @discardableResult
    public func sendNotification(
        _ request: NotificationRequest, idempotencyKey: String? = nil
    ) async throws -> UserNotification {
        try await call(Call(.sendNotification).sending(request).keyed(idempotencyKey))
    }

    /// What ``sendNotification(_:idempotencyKey:)`` would send, and to how many devices. Stores nothing.
    public func validateNotification(_ request: NotificationRequest) async throws -> NotificationPreview {
        try await call(Call(.validateNotification).sending(request))
    }

    /// One notification and everything that happened to it.
    public func getNotification(_ id: NotificationID) async throws -> NotificationTimeline {
        try await call(Call(.getNotification, id.description))
    }

    /// Marks all notifications, or those that `request` names, as read. Needs a device's key.
    @discardableResult
    public func readNotifications(_ request: ReadRequest = ReadRequest()) async throws -> ReadResult {
        try await call(Call(.readNotifications).sending(request))
    }

    /// Marks a notification as read. Needs a device's key.
    public func readNotification(_ id: NotificationID) async throws {
        _ = try await perform(Call(.readNotification, id.description))
    }

    /// Says that a notification was shown or opened, or that the agent went on.
    public func sendReceipt(_ receipt: Receipt) async throws {
        _ = try await perform(Call(.sendReceipt).sending(receipt))
    }
}
