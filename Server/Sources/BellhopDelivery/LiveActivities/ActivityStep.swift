import BellhopModel
import BellhopPush
import BellhopStore

/// What is to be done about a Live Activity.
enum LiveActivityAction: Hashable, Sendable {
    case send(PlannedLiveActivityPush)
    /// Nothing, before `until` or news. When it is behind, news of the same kind changes nothing.
    case wait(until: Timestamp, isBehind: Bool)
    /// It ends without a push.
    case close(reason: String)
    case forget
}

/// One push about a Live Activity.
struct PlannedLiveActivityPush: Hashable, Sendable {
    var deed: LiveActivityAttempt.Deed
    var token: DeviceToken
    var state: LiveActivityState
    /// Whole seconds, newer than any before.
    var timestamp: Timestamp
    var urgency: Urgency
    /// What cannot be delivered by then is not worth it any more.
    var expires: Timestamp
    /// From when on it is shown as out of date.
    var stale: Timestamp?
    /// When what has ended leaves the lock screen.
    var dismissal: Timestamp?
}
