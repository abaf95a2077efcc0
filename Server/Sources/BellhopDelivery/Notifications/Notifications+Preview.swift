public import BellhopModel
import BellhopStore

extension Notifications {
    /// What ``send(_:by:remember:)`` would send, and to how many devices. Stores nothing.
    ///
    /// - Parameter key: an agent's or an admin's.
    /// - Throws: the same as ``send(_:by:remember:)``.
    public func preview(_ request: NotificationRequest, by key: KeyRecord) async throws -> NotificationPreview {
        let notification = try draft(request, by: key)
        let badge = try await store.badge(of: notification.userID, at: time.now) + (notification.isSilent ? 0 : 1)
        let (devices, reason) = try await addressed(by: notification)
        return NotificationPreview(
            payloads: [try apns(notification, badge: badge)], devices: devices, reason: reason)
    }

    private func apns(_ notification: UserNotification, badge: Int) throws -> PayloadPreview {
        let bytes = try StandardPayloads().show(notification, ask: nil, badge: badge)
        let report = PayloadLint(pushType: notification.isSilent ? .background : .alert).report(on: bytes)
        return PayloadPreview(
            gateway: "apns", payload: try CanonicalJSON.decode(JSONValue.self, from: bytes), size: bytes.count,
            limit: report.limit, findings: report.findings)
    }

    /// - Returns: how many devices would be sent it, and why none.
    private func addressed(by notification: UserNotification) async throws -> (Int, String?) {
        let preferences = try await store.preferences(of: notification.userID)
        if let refusal = Submission(notification: notification).refusal(by: preferences) {
            return (0, refusal.detail)
        }
        let devices = try await store.devices(of: notification.userID)
        let active = devices.count { $0.state == .active }
        guard active == 0 else { return (active, nil) }
        return (0, devices.isEmpty ? "the user has no device" : "none of the user's devices is active")
    }
}
