import BellhopModel

/// Why each device was, or was not, sent a notification. Pure: the same timeline gives the same words.
struct Explanation: Encodable, Hashable {
    struct Step: Encodable, Hashable {
        var at: Timestamp
        var text: String
    }

    struct Device: Encodable, Hashable {
        var id: DeviceID
        /// Shown as it was stored; hidden characters are made visible.
        var name: String
        /// What came of it, in one sentence.
        var verdict: String
        var steps: [Step]
    }

    var id: NotificationID
    var title: String
    /// What is true of the notification as a whole.
    var summary: [String]
    /// What happened that no one device did.
    var steps: [Step]
    var devices: [Device]

    init(_ timeline: NotificationTimeline, meanings: ReasonMeanings) {
        let words = TimelineWords(meanings)
        let notification = timeline.notification
        id = notification.id
        title = DisplayText.line(notification.title)
        summary = Self.summary(of: timeline)
        steps = timeline.timeline.filter { $0.deviceID == nil }.map { Step(at: $0.at, text: words.text(of: $0)) }
        devices = timeline.devices.map { device in
            let entries = timeline.timeline.filter { $0.deviceID == device.id }
            let verdict = DeviceVerdict(device, in: timeline, meanings).text
            return Device(
                id: device.id, name: DisplayText.line(device.name), verdict: verdict,
                steps: entries.map { Step(at: $0.at, text: words.text(of: $0)) })
        }
    }

    private static func summary(of timeline: NotificationTimeline) -> [String] {
        let notification = timeline.notification
        var lines = [
            "For \(DisplayText.line(notification.userID.description)), \(DisplayText.line(notification.category.rawValue)), "
                + "accepted \(notification.createdAt), of use until "
                + "\(notification.expiresAt)."
        ]
        if timeline.deliveries.isEmpty {
            let refusal = timeline.timeline.first { $0.step == .cancelled && $0.deviceID == nil }?.detail
            if let refusal {
                lines.append("It was pushed to no device: \(DisplayText.line(refusal)).")
            } else if timeline.isFolded {
                lines.append("It is shown as a part of a summary, not by itself.")
            } else {
                lines.append("It was pushed to no device: the user had none that was active.")
            }
        }
        if let wait = timeline.timeline.first(where: { $0.step == .held && $0.deviceID == nil })?.detail {
            lines.append("No device was told at once: \(DisplayText.line(wait)).")
        }
        if let ask = timeline.ask { lines.append(answer(to: ask, in: timeline)) }
        if let readAt = notification.readAt, timeline.ask == nil { lines.append("It was read \(readAt).") }
        return lines
    }

    private static func answer(to ask: Ask, in timeline: NotificationTimeline) -> String {
        guard let resolution = ask.resolution else {
            return "It asks something, and nobody has answered yet; the deadline is \(ask.deadline)."
        }
        let device = resolution.answer.map { " on \(DisplayText.line($0.deviceName))" } ?? ""
        let applied = ask.appliedAt.map { "; the agent went on \($0)" } ?? ""
        let end = resolution.state == .expired ? "It expired" : "It was \(resolution.state.rawValue)"
        return "\(end)\(device) \(resolution.at)\(applied)."
    }

    /// As a terminal shows it.
    var lines: [String] {
        var lines = [title] + summary
        lines += steps.map { "  \($0.at)  \($0.text)" }
        for device in devices {
            lines += ["", "\(device.name) (\(device.id)): \(device.verdict)"]
            lines += device.steps.map { "  \($0.at)  \($0.text)" }
        }
        return lines
    }
}
