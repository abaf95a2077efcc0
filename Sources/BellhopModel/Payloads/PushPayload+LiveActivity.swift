extension PushPayload {
    /// Changes what a running Live Activity shows.
    ///
    /// - Parameters:
    ///   - now: orders updates: the system ignores one that is older than what it shows.
    ///   - stale: from when on it is shown as out of date.
    public static func liveActivityUpdate(
        _ state: LiveActivityState, at now: Timestamp, stale: Timestamp? = nil, alert: PushAlert? = nil
    ) -> PushPayload {
        liveActivity(
            LiveActivityPush(event: .update, timestamp: now, contentState: state.json, staleDate: stale), alert: alert)
    }

    /// Ends a Live Activity with the state that stays on the lock screen until `dismissal`.
    ///
    /// - Parameter dismissal: at most four hours ahead; the past takes it away at once, `nil` leaves it to the system.
    public static func liveActivityEnd(
        _ state: LiveActivityState, at now: Timestamp, dismissal: Timestamp? = nil, alert: PushAlert? = nil
    ) -> PushPayload {
        liveActivity(
            LiveActivityPush(event: .end, timestamp: now, contentState: state.json, dismissalDate: dismissal),
            alert: alert)
    }

    /// Starts a Live Activity from afar (iOS 17.2 and later).
    ///
    /// - Parameters:
    ///   - attributesType: the name of the app's `ActivityAttributes` type.
    ///   - attributes: its value, as Swift encodes it.
    ///   - alert: required by the system: it tells the person what has begun.
    public static func liveActivityStart(
        _ state: LiveActivityState, at now: Timestamp, stale: Timestamp? = nil, attributesType: String,
        attributes: JSONValue, alert: PushAlert
    ) -> PushPayload {
        liveActivity(
            LiveActivityPush(
                event: .start, timestamp: now, contentState: state.json, staleDate: stale,
                attributesType: attributesType, attributes: attributes, wantsUpdateToken: true),
            alert: alert)
    }

    private static func liveActivity(_ push: LiveActivityPush, alert: PushAlert?) -> PushPayload {
        PushPayload(aps: APS(alert: alert, sound: alert == nil ? nil : .default, liveActivity: push))
    }
}
