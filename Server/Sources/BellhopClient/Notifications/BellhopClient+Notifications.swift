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

    /// Takes a notification back, from screens too. Not that of an ask, which is withdrawn.
    @discardableResult
    public func cancelNotification(_ id: NotificationID) async throws -> Cancellation {
        try await call(Call(.cancelNotification, id.description))
    }

    /// Shows a notification again after `minutes`, and is quiet about it until then. Needs a device's key.
    ///
    /// - Parameter minutes: 1 to 10,080; 15 unless given.
    @discardableResult
    public func snoozeNotification(_ id: NotificationID, minutes: Int? = nil) async throws -> UserNotification {
        let call = Call(.snoozeNotification, id.description)
        return try await self.call(call.sending(SnoozeRequest(minutes: minutes)))
    }

    /// Says that a notification was shown or opened, or that the agent went on.
    public func sendReceipt(_ receipt: Receipt) async throws {
        _ = try await perform(Call(.sendReceipt).sending(receipt))
    }
}
