import BellhopModel

/// What came of sending something to one user. It is stored; who is told is another matter.
struct SentNotification: Hashable {
    let notification: UserNotification
    /// To how many devices it is on its way, now or later; `nil` when that could not be read.
    let devices: Int?
    /// Why it is told to no device, not to all of them, or not by itself and at once.
    let reason: String?

    init(_ notification: UserNotification, devices: Int? = nil, reason: String? = nil) {
        (self.notification, self.devices, self.reason) = (notification, devices, reason)
    }

    init(_ timeline: NotificationTimeline) {
        func detail(_ step: TimelineEntry.Step) -> String? {
            timeline.timeline.first { $0.step == step && $0.deviceID == nil }?.detail
        }
        let isFolded = timeline.timeline.contains { $0.step == .folded }
        let pushes = timeline.deliveries.filter { $0.purpose == .show }
        let ended = pushes.count { $0.state == .failed || $0.state == .cancelled }
        // A summary has deliveries of its own, to whoever is active.
        let devices = isFolded ? timeline.devices.count { $0.state == .active } : pushes.count - ended
        let reason: String? =
            if let refusal = detail(.cancelled) {
                refusal
            } else if devices == 0 {
                timeline.whyEnded
                    ?? (timeline.devices.isEmpty ? "the user has no device" : "none of the user's devices is active")
            } else {
                detail(.held) ?? (isFolded ? "as a part of a summary" : nil)
                    ?? timeline.whyEnded.map { "given up for \(ended) more, \($0)" }
            }
        self.init(timeline.notification, devices: devices, reason: reason)
    }

    /// Says "sent" only of what is on its way.
    var line: String {
        let id = notification.id
        let reason = reason.map { ": " + DisplayText.line($0) } ?? ""
        return switch devices {
        case nil: "stored \(id); `bellhop explain \(id)` says what becomes of it"
        case 0: "stored \(id); no device is told" + reason
        case 1: "sent \(id) to 1 device" + reason
        case let count?: "sent \(id) to \(count) devices" + reason
        }
    }
}

extension SentNotification: Encodable {
    private enum CodingKeys: String, CodingKey { case devices, reason }

    /// The notification's own fields, with what became of it beside them.
    func encode(to encoder: any Encoder) throws {
        try notification.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(devices, forKey: .devices)
        try container.encodeIfPresent(reason, forKey: .reason)
    }
}
