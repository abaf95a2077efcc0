public import BellhopModel
import BellhopStore

extension NotificationsService {
    /// The payloads that ``send(_:by:recorder:)`` would send, and the number of devices. Stores nothing.
    ///
    /// - Parameter key: an agent's or an admin's.
    /// - Throws: the errors of ``send(_:by:recorder:)``.
    public func preview(_ request: NotificationRequest, by key: KeyRecord) async throws -> NotificationPreview {
        let notification = try draft(request, by: key)
        let badge = try await store.badge(of: notification.userID, at: time.now) + (notification.isSilent ? 0 : 1)
        let (devices, reason) = try await addressed(by: notification)
        return NotificationPreview(
            payloads: try PayloadFormat.allCases.map { try preview(of: notification, badge: badge, as: $0) },
            devices: devices, reason: reason)
    }

    private func preview(
        of notification: UserNotification, badge: Int, as form: PayloadFormat
    ) throws -> PayloadPreview {
        let bytes = try PayloadRenderer().show(notification, ask: nil, badge: badge, as: form).bytes
        func lint(_ type: PayloadPushType) -> (limit: Int, findings: [PayloadFinding]) {
            let report = PayloadLint(pushType: type).report(on: bytes)
            return (report.limit, report.findings)
        }
        let (limit, findings) =
            switch form {
            case .apple: lint(notification.isSilent ? .background : .alert)
            case .android: lint(.fcm)
            // Browsers have few rules, which the format follows.
            case .web: (WebMessage.limit, [])
            }
        return PayloadPreview(
            gateway: form.gateway, payload: try CanonicalJSON.decode(JSONValue.self, from: bytes), size: bytes.count,
            limit: limit, findings: findings)
    }

    /// - Returns: the number of devices that would receive it, and the reason when there are none.
    private func addressed(by notification: UserNotification) async throws -> (Int, String?) {
        let devices = try await store.devices(of: notification.userID)
        let facts = DraftFacts(preferences: try await store.preferences(of: notification.userID), devices: devices)
        if case .suppress(let refusal) = try PushPolicy.decision(on: notification, facts: facts) {
            return (0, refusal.description)
        }
        let active = devices.count { $0.state == .active }
        guard active == 0 else { return (active, nil) }
        return (0, devices.isEmpty ? "the user has no device" : "none of the user's devices is active")
    }
}

/// The facts for the push policy, without earlier pushes.
private struct DraftFacts: PushFacts {
    let preferences: NotificationPreferences
    let devices: [Device]
    let burst: BurstLimits? = nil

    func deviceTimeZone(of user: UserID) -> String? {
        devices.filter { $0.state == .active }.last { $0.timeZone != nil }?.timeZone
    }
    func pushes(to user: UserID, due stretch: ClosedRange<Timestamp>, limit: Int) -> Int { 0 }
    func open(in group: BurstGroup, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) -> Int { 0 }
    func openAsks(of user: UserID, due stretch: ClosedRange<Timestamp>, at moment: Timestamp, limit: Int) -> Int { 0 }
    func askSummary(of user: UserID, at moment: Timestamp) -> NotificationID? { nil }
    func summary(of group: BurstGroup, at moment: Timestamp) -> NotificationID? { nil }
}
