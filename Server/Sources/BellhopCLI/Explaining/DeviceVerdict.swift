import BellhopModel

/// What came of a notification on one device, in one sentence.
struct DeviceVerdict {
    let text: String

    init(_ device: DeviceSummary, in timeline: NotificationTimeline, _ meanings: ReasonMeanings) {
        let shows = timeline.deliveries.first { $0.deviceID == device.id && $0.purpose == .show }
        guard let shows else {
            text = Self.reasonForNone(device, timeline)
            return
        }
        let entries = timeline.timeline.filter { $0.deviceID == device.id }
        func last(_ step: TimelineEntry.Step) -> String? {
            entries.last { $0.step == step }?.detail.map { meanings.explained(DisplayText.line($0)) }
        }
        let clears = timeline.deliveries.contains {
            $0.deviceID == device.id && $0.purpose == .clear && $0.state == .sent
        }
        switch shows.state {
        case .sent:
            let shown = entries.contains { $0.step == .shown || $0.step == .opened }
            text = "sent" + (shown ? ", and shown" : "") + (clears ? ", and cleared again" : "") + "."
        case .failed:
            text = "not sent, and given up after \(Self.attempts(shows.attempts))" + Self.because(last(.failed))
        case .cancelled:
            text = "not sent" + Self.because(last(.cancelled))
        case .waiting:
            let next = shows.nextAttemptAt.map { "; attempt \(shows.attempts + 1) is due \($0)" } ?? ""
            text = "not sent yet\(next)" + Self.because(last(.deferred))
        case .claimed:
            text = "being sent now, attempt \(shows.attempts)."
        }
    }

    /// Why there never was a delivery.
    private static func reasonForNone(_ device: DeviceSummary, _ timeline: NotificationTimeline) -> String {
        let notification = timeline.notification
        if device.userID != notification.userID { return "not sent: it belongs to another user now." }
        if device.trust == .waiting { return "not sent: it waits for the consent of a trusted device." }
        if let refusal = timeline.timeline.first(where: { $0.step == .cancelled && $0.deviceID == nil })?.detail {
            return "not sent: \(DisplayText.line(refusal))."
        }
        if device.registeredAt > notification.createdAt {
            return "not sent: it registered later, \(device.registeredAt)."
        }
        if device.state == .active, timeline.isFolded { return "shown as a part of a summary." }
        if device.state == .active { return "not sent: it was not active when the notification was accepted." }
        return "not sent: it is \(DeviceLine.state(of: device))."
    }

    private static func attempts(_ count: Int) -> String { count == 1 ? "1 attempt" : "\(count) attempts" }

    private static func because(_ reason: String?) -> String {
        guard let reason else { return "." }
        return ": " + reason + (reason.hasSuffix(".") ? "" : ".")
    }
}

extension NotificationTimeline {
    /// It came in a burst.
    var isFolded: Bool { timeline.contains { $0.step == .folded } }
}
