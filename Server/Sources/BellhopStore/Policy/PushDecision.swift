public import BellhopModel

/// What becomes of a notification on its way to its user's devices.
public enum PushDecision: Hashable, Sendable {
    /// It is shown by itself, at this moment.
    case push(due: Timestamp, PushHold?)
    /// It is shown in the summary that begins with the notification `into`, which may be itself.
    case fold(into: NotificationID, due: Timestamp, PushHold?, BurstLimits)
    /// No device is told.
    case keep(PushSuppression)
}

/// Why a notification waits.
public enum PushHold: Hashable, Sendable, CustomStringConvertible {
    case quietHours(until: Timestamp, zone: String)
    case desk(until: Timestamp)

    public var description: String {
        switch self {
        case .quietHours(let end, let zone): "quiet hours of the user until \(end) (\(zone))"
        case .desk(let end): "held until \(end) for the person at the desk"
        }
    }
}

/// Why no device is told of a notification.
public enum PushSuppression: Hashable, Sendable, CustomStringConvertible {
    case switchedOff(DisabledPreference)
    case muted(Mute)
    /// It is over before they are.
    case quietHours(until: Timestamp, zone: String)
    case cap(FrequencyCap)

    public var description: String {
        switch self {
        case .switchedOff(let refusal): refusal.description
        case .muted(let mute): "the user muted the \(mute.subject)" + (mute.until.map { " until \($0)" } ?? "")
        case .quietHours(let end, let zone):
            "quiet hours of the user until \(end) (\(zone)), and it is over before they end"
        case .cap(let cap): "the user takes at most \(cap.limit) pushes in \(cap.seconds) seconds"
        }
    }
}

extension PushDecision {
    /// When it is due; `nil` when no device is told.
    public var due: Timestamp? {
        switch self {
        case .push(let due, _), .fold(_, let due, _, _): due
        case .keep: nil
        }
    }

    /// The summary that it is shown in.
    public var summary: NotificationID? { if case .fold(let summary, _, _, _) = self { summary } else { nil } }

    /// What the timeline says of it, after the acceptance: nothing when it is pushed at once. The lines name no device,
    /// because they are true of all of them.
    public func lines(at moment: Timestamp) -> [TimelineEntry] {
        func hold(_ hold: PushHold?) -> [TimelineEntry] {
            hold.map { [TimelineEntry(at: moment, step: .held, detail: $0.description)] } ?? []
        }
        switch self {
        case .push(_, let reason):
            return hold(reason)
        case .fold(let summary, _, let reason, let burst):
            let detail =
                "more than \(burst.limit) within \(burst.window.components.seconds) seconds: summary \(summary)"
            return hold(reason) + [TimelineEntry(at: moment, step: .folded, detail: detail)]
        case .keep(let refusal):
            return [TimelineEntry(at: moment, step: .cancelled, detail: refusal.description)]
        }
    }
}
