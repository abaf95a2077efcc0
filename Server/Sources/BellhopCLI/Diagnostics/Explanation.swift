import BellhopModel

/// Explains why each device was, or was not, sent a notification; a pure function of the timeline.
struct Explanation: Encodable, Hashable {
    struct Step: Encodable, Hashable {
        var at: Timestamp
        var text: String
    }

    struct Device: Encodable, Hashable {
        var id: DeviceID
        /// The device's name, with hidden characters made visible.
        var name: String
        /// The result of the delivery, in one sentence.
        var outcome: String
        var steps: [Step]
    }

    var id: NotificationID
    var title: String
    /// Sentences about the notification as a whole.
    var summary: [String]
    /// The steps that concern no single device.
    var steps: [Step]
    var devices: [Device]

    init(_ timeline: NotificationTimeline, meanings: ReasonMeanings) {
        let text = TimelineText(meanings)
        let notification = timeline.notification
        id = notification.id
        title = DisplayText.line(notification.title)
        summary = Self.summary(of: timeline)
        steps = timeline.timeline.filter { $0.deviceID == nil }.map { Step(at: $0.at, text: text.sentence(for: $0)) }
        devices = timeline.devices.map { device in
            let entries = timeline.timeline.filter { $0.deviceID == device.id }
            return Device(
                id: device.id, name: DisplayText.line(device.name),
                outcome: DeviceOutcome(device, in: timeline, meanings).text,
                steps: entries.map { Step(at: $0.at, text: text.sentence(for: $0)) })
        }
    }

    private static func summary(of timeline: NotificationTimeline) -> [String] {
        let notification = timeline.notification
        var lines = [
            "For \(DisplayText.line(notification.userID.description)), \(DisplayText.line(notification.category.rawValue)), "
                + "accepted \(notification.createdAt), expires "
                + "\(notification.expiresAt)."
        ]
        if timeline.deliveries.isEmpty {
            let refusal = timeline.timeline.first { $0.step == .cancelled && $0.deviceID == nil }?.detail
            if let refusal {
                lines.append("It was pushed to no device: \(DisplayText.line(refusal)).")
            } else if timeline.isInSummary {
                lines.append("It is shown as part of a summary, not by itself.")
            } else {
                lines.append("It was pushed to no device: the user had none that was active.")
            }
        }
        if let wait = timeline.timeline.first(where: { $0.step == .held && $0.deviceID == nil })?.detail {
            lines.append("It was not sent at once: \(DisplayText.line(wait)).")
        }
        if let ask = timeline.ask { lines.append(answer(to: ask, in: timeline)) }
        if let readAt = notification.readAt, timeline.ask == nil { lines.append("It was read \(readAt).") }
        return lines
    }

    private static func answer(to ask: Ask, in timeline: NotificationTimeline) -> String {
        guard let resolution = ask.resolution else {
            return "Its ask has not been answered yet; the deadline is \(ask.deadline)."
        }
        let device = resolution.answer.map { " on \(DisplayText.line($0.deviceName))" } ?? ""
        let applied = ask.appliedAt.map { "; the agent continued \($0)" } ?? ""
        let end = resolution.state == .expired ? "It expired" : "It was \(resolution.state.rawValue)"
        return "\(end)\(device) \(resolution.at)\(applied)."
    }

    /// The explanation as lines for a terminal.
    var lines: [String] {
        var lines = [title] + summary
        lines += steps.map { "  \($0.at)  \($0.text)" }
        for device in devices {
            lines += ["", "\(device.name) (\(device.id)): \(device.outcome)"]
            lines += device.steps.map { "  \($0.at)  \($0.text)" }
        }
        return lines
    }
}

/// The result of a notification on one device, in one sentence.
struct DeviceOutcome {
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
            text = "not sent, failed after \(Self.attempts(shows.attempts))" + Self.because(last(.failed))
        case .cancelled:
            text = "not sent" + Self.because(last(.cancelled))
        case .waiting:
            let next = shows.nextAttemptAt.map { "; attempt \(shows.attempts + 1) is due \($0)" } ?? ""
            text = "not sent yet\(next)" + Self.because(last(.deferred))
        case .claimed:
            text = "being sent now, attempt \(shows.attempts)."
        }
    }

    /// The reason why a device has no delivery.
    private static func reasonForNone(_ device: DeviceSummary, _ timeline: NotificationTimeline) -> String {
        let notification = timeline.notification
        if device.userID != notification.userID { return "not sent: it belongs to another user now." }
        if device.trust == .waiting { return "not sent: a trusted device has not confirmed it yet." }
        if let refusal = timeline.timeline.first(where: { $0.step == .cancelled && $0.deviceID == nil })?.detail {
            return "not sent: \(DisplayText.line(refusal))."
        }
        if device.registeredAt > notification.createdAt {
            return "not sent: it registered later, \(device.registeredAt)."
        }
        if device.state == .active, timeline.isInSummary { return "shown as part of a summary." }
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
    /// The notification was part of a burst and is shown in a summary.
    var isInSummary: Bool { timeline.contains { $0.step == .folded } }
}

/// The sentences for the entries of a timeline.
struct TimelineText {
    private let meanings: ReasonMeanings

    init(_ meanings: ReasonMeanings) { self.meanings = meanings }

    func sentence(for entry: TimelineEntry) -> String {
        let detail = entry.detail.map { meanings.explained(DisplayText.line($0)) }
        func with(_ text: String) -> String { detail.map { "\(text): \($0)" } ?? text }
        return switch entry.step {
        case .accepted: with("accepted")
        case .held: with("held")
        case .folded: with("part of a summary")
        case .attempted: with("attempted")
        case .sent: detail.map { "accepted by the gateway as \($0)" } ?? "accepted by the gateway"
        case .deferred: with("deferred")
        case .failed: with("failed")
        case .cancelled: with("not sent")
        case .shown: with("the device showed it")
        case .opened: with("the user opened it")
        case .read: with("read")
        case .snoozed: with("snoozed")
        case .resolved: with("the ask ended")
        case .applied: with("the agent continued")
        case .clearing: "clear request accepted by the gateway"
        }
    }
}
