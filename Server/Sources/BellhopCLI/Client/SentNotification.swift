import BellhopClient
import BellhopModel

/// A stored notification with the number of devices that it is sent to.
struct SentNotification: Hashable {
    let notification: UserNotification
    /// The number of devices that it is, or will be, sent to; `nil` when that could not be read.
    let devices: Int?
    /// The reason why it is sent to none or not all of the devices, later, or as part of a summary.
    let reason: String?

    init(_ notification: UserNotification, devices: Int? = nil, reason: String? = nil) {
        (self.notification, self.devices, self.reason) = (notification, devices, reason)
    }

    init(_ timeline: NotificationTimeline) {
        func detail(_ step: TimelineEntry.Step) -> String? {
            timeline.timeline.first { $0.step == step && $0.deviceID == nil }?.detail
        }
        let isInSummary = timeline.timeline.contains { $0.step == .folded }
        let pushes = timeline.deliveries.filter { $0.purpose == .show }
        let ended = pushes.count { $0.state == .failed || $0.state == .cancelled }
        // A summary has its own deliveries, to all active devices.
        let devices = isInSummary ? timeline.devices.count { $0.state == .active } : pushes.count - ended
        let reason: String? =
            if let refusal = detail(.cancelled) {
                refusal
            } else if devices == 0 {
                timeline.failureReasons
                    ?? (timeline.devices.isEmpty ? "the user has no device" : "none of the user's devices is active")
            } else {
                detail(.held) ?? (isInSummary ? "as part of a summary" : nil)
                    ?? timeline.failureReasons.map { "failed for \(ended) more, \($0)" }
            }
        self.init(timeline.notification, devices: devices, reason: reason)
    }

    /// One line for a terminal; it says "sent" only when at least one device is notified.
    var line: String {
        let id = notification.id
        let reason = reason.map { ": " + DisplayText.line($0) } ?? ""
        return switch devices {
        case nil: "stored \(id); `bellhop explain \(id)` shows its deliveries"
        case 0: "stored \(id); no device is notified" + reason
        case 1: "sent \(id) to 1 device" + reason
        case let count?: "sent \(id) to \(count) devices" + reason
        }
    }
}

extension SentNotification: Encodable {
    private enum CodingKeys: String, CodingKey { case devices, reason }

    /// Encodes the notification's own fields with `devices` and `reason` beside them.
    func encode(to encoder: any Encoder) throws {
        try notification.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(devices, forKey: .devices)
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}

extension BellhopClient {
    /// Sends a notification and reads how many devices are notified.
    ///
    /// - Throws: only when the notification was not stored.
    func sendAndReport(_ request: NotificationRequest, time: ClientTime = .system) async throws -> SentNotification {
        let notification = try await call(API.sendNotification, body: request)
        guard let timeline = await settledTimeline(of: notification.id, time) else {
            return SentNotification(notification)
        }
        return SentNotification(timeline)
    }

    /// The notification of `ask` with its number of devices; `nil` when that cannot be read.
    func sentNotification(of ask: Ask, time: ClientTime = .system) async -> SentNotification? {
        // Other notifications may have been sent since.
        guard let latest = try? await call(API.notificationHistory, query: ["limit": 20]).items,
            let notification = latest.first(where: { $0.askID == ask.id }),
            let timeline = await settledTimeline(of: notification.id, time)
        else { return nil }
        return SentNotification(timeline)
    }

    /// The timeline once every push is with a gateway or has failed, or after one second. The server finds out that a push
    /// is impossible only when it dispatches it, after it has acknowledged the notification.
    private func settledTimeline(of id: NotificationID, _ time: ClientTime) async -> NotificationTimeline? {
        let deadline = time.now() + .seconds(1)
        var pause = Duration.milliseconds(10)
        while true {
            guard let timeline = try? await call(API.getNotification, id) else { return nil }
            guard timeline.hasUnsettledPushes, time.now() + pause <= deadline, (try? await time.sleep(pause)) != nil
            else {
                return timeline
            }
            pause *= 2
        }
    }
}

extension NotificationTimeline {
    /// A push is being sent or about to be sent, so that its first result is known in a moment. Pushes that wait for a later
    /// time do not count.
    var hasUnsettledPushes: Bool {
        deliveries.contains { delivery in
            guard delivery.purpose == .show else { return false }
            return switch delivery.state {
            case .claimed: true
            case .waiting:
                delivery.attempts == 0
                    && delivery.nextAttemptAt.map { $0 <= notification.createdAt + .seconds(1) } ?? true
            case .sent, .failed, .cancelled: false
            }
        }
    }

    /// The reasons of failed and cancelled pushes, each once.
    var failureReasons: String? {
        var reasons: [String] = []
        for entry in timeline where entry.deviceID != nil && (entry.step == .failed || entry.step == .cancelled) {
            if let detail = entry.detail, !reasons.contains(detail) { reasons.append(detail) }
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
