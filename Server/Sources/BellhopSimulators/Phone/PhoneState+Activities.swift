import BellhopKit
import BellhopModel

/// The system's rules for Live Activities (Apple, *Starting and updating Live Activities with ActivityKit push
/// notifications*). A push that violates one is ignored; ``PhoneScreen/ignoredActivityPushes`` records the reason.
extension PhoneState {
    /// The effects for the app.
    enum ActivityEvent: Hashable, Sendable {
        case began(ActivitySnapshot)
        case ended(ActivityID)
    }

    /// Handles a push to the token that starts activities.
    ///
    /// - Parameters:
    ///   - id: The id of the new activity.
    ///   - token: The update token of the new activity, used if the push requests one.
    mutating func startActivity(_ push: DeliveredPush, _ id: ActivityID, token: [UInt8]) -> ActivityEvent? {
        guard let (content, state) = read(push) else { return nil }
        guard content.event == .start else { return ignore("this token can only start activities") }
        guard content.attributesType == SessionAttributes.typeName, let attributes = content.attributes,
            let bytes = try? CanonicalJSON.encode(attributes),
            let attributes = try? CanonicalJSON.decode(SessionAttributes.self, from: bytes)
        else { return ignore("the app has no such attributes") }
        let activity = ShownActivity(
            id: id, attributes: attributes, state: state, phase: .active, staleAt: content.staleDate,
            timestamp: content.timestamp, token: content.wantsUpdateToken ? token : nil)
        screen.activities.append(activity)
        return .began(activity.snapshot)
    }

    /// Handles a push to the update token of an activity.
    mutating func updateActivity(_ push: DeliveredPush, of token: [UInt8], at now: Timestamp) -> ActivityEvent? {
        guard let (content, state) = read(push) else { return nil }
        guard let index = screen.activities.firstIndex(where: { $0.token == token && $0.phase.isLive }) else {
            return ignore("the activity has ended")
        }
        if let shown = screen.activities[index].timestamp, let timestamp = content.timestamp, timestamp < shown {
            return ignore("the displayed content is newer")
        }
        guard content.event != .start else { return ignore("this token cannot start activities") }
        screen.activities[index].state = state
        screen.activities[index].timestamp = content.timestamp
        screen.activities[index].staleAt = content.staleDate
        guard content.event == .end else { return nil }
        return endActivity(screen.activities[index].id, dismissal: content.dismissalDate, at: now)
    }

    mutating func endActivity(_ id: ActivityID, dismissal: Timestamp?, at now: Timestamp) -> ActivityEvent? {
        guard let index = screen.activities.firstIndex(where: { $0.id == id && $0.phase.isLive }) else { return nil }
        screen.activities[index].dismissal = dismissal
        screen.activities[index].phase = dismissal.map { $0 <= now } ?? false ? .dismissed : .ended
        return .ended(id)
    }

    private mutating func read(_ push: DeliveredPush) -> (LiveActivityPush, LiveActivityState)? {
        let errors = PayloadLint(pushType: .liveActivity).report(on: push.payload).findings
            .filter { $0.severity == .error }
        guard errors.isEmpty else { return ignore(errors.map(\.description).joined(separator: "; ")) }
        guard push.headers.topic?.hasSuffix(".push-type.liveactivity") == true,
            push.headers.pushType == "liveactivity", ["5", "10"].contains(push.headers.priority ?? "10")
        else { return ignore("topic, push type or priority are invalid for a Live Activity") }
        guard let content = (try? PushPayload(bytes: push.payload))?.aps.liveActivity,
            let json = content.contentState, let bytes = try? CanonicalJSON.encode(json),
            let state = try? CanonicalJSON.decode(LiveActivityState.self, from: bytes)
        else { return ignore("the app cannot decode its state") }
        return (content, state)
    }

    private mutating func ignore<Value>(_ reason: String) -> Value? {
        screen.ignoredActivityPushes.append(reason)
        return nil
    }
}
