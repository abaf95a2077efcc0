/// The Live Activity fields of a push. All times are written in whole seconds.
public struct LiveActivityPush: Hashable, Sendable {
    /// The time of the state. The system shows the newest state, regardless of the order of arrival.
    public var timestamp: Timestamp?
    public var event: LiveActivityEvent?
    /// The activity's `ContentState`, which must decode with Swift's default coding strategies.
    public var contentState: JSONValue?
    /// The time from which the system marks the content as out of date.
    public var staleDate: Timestamp?
    /// The time at which an ended activity leaves the lock screen: at once if in the past, and after four hours at the
    /// latest.
    public var dismissalDate: Timestamp?
    /// For `start` only: the name of the `ActivityAttributes` type. ``attributes`` has its value.
    public var attributesType: String?
    public var attributes: JSONValue?
    /// For `start` only, from iOS 18: requests a token for updates.
    public var wantsUpdateToken: Bool
    /// For `start` only, from iOS 18: the broadcast channel for updates, in Base64.
    public var channel: String?

    public init(
        event: LiveActivityEvent, timestamp: Timestamp, contentState: JSONValue, staleDate: Timestamp? = nil,
        dismissalDate: Timestamp? = nil, attributesType: String? = nil, attributes: JSONValue? = nil,
        wantsUpdateToken: Bool = false, channel: String? = nil
    ) {
        self.timestamp = timestamp
        self.event = event
        self.contentState = contentState
        self.staleDate = staleDate
        self.dismissalDate = dismissalDate
        self.attributesType = attributesType
        self.attributes = attributes
        self.wantsUpdateToken = wantsUpdateToken
        self.channel = channel
    }
}

public enum LiveActivityEvent: String, Hashable, Sendable, CaseIterable {
    case start, update, end
}

extension LiveActivityPush {
    /// Reads the fields; `nil` when the dictionary has neither an event nor a state.
    init?(_ reader: inout PayloadFieldReader) {
        event = reader.take("event", wanted: "start, update or end") {
            $0.string.flatMap(LiveActivityEvent.init(rawValue:))
        }
        contentState = reader.takeObject("content-state")
        guard event != nil || contentState != nil else { return nil }
        timestamp = reader.takeSeconds("timestamp")
        staleDate = reader.takeSeconds("stale-date")
        dismissalDate = reader.takeSeconds("dismissal-date")
        attributesType = reader.takeText("attributes-type")
        attributes = reader.takeObject("attributes")
        wantsUpdateToken = reader.takeFlag("input-push-token")
        channel = reader.takeText("input-push-channel")
    }

    func write(to object: inout [String: JSONValue]) {
        if let timestamp { object["timestamp"] = .integer(timestamp.seconds) }
        if let event { object["event"] = .string(event.rawValue) }
        if let contentState { object["content-state"] = contentState }
        if let staleDate { object["stale-date"] = .integer(staleDate.seconds) }
        if let dismissalDate { object["dismissal-date"] = .integer(dismissalDate.seconds) }
        if let attributesType { object["attributes-type"] = .string(attributesType) }
        if let attributes { object["attributes"] = attributes }
        if wantsUpdateToken { object["input-push-token"] = 1 }
        if let channel { object["input-push-channel"] = .string(channel) }
    }
}

extension PushPayload {
    /// Updates a running Live Activity.
    ///
    /// - Parameters:
    ///   - now: the time of the state; the system ignores updates older than the one it shows.
    ///   - stale: the time from which the content is out of date.
    public static func liveActivityUpdate(
        _ state: LiveActivityState, at now: Timestamp, stale: Timestamp? = nil, alert: PushAlert? = nil
    ) -> PushPayload {
        liveActivity(
            LiveActivityPush(event: .update, timestamp: now, contentState: state.json, staleDate: stale), alert: alert)
    }

    /// Ends a Live Activity with a last state.
    ///
    /// - Parameter dismissal: the time at which the activity leaves the lock screen, at most four hours ahead. A time
    ///   in the past removes it at once; the system decides when `nil`.
    public static func liveActivityEnd(
        _ state: LiveActivityState, at now: Timestamp, dismissal: Timestamp? = nil, alert: PushAlert? = nil
    ) -> PushPayload {
        liveActivity(
            LiveActivityPush(event: .end, timestamp: now, contentState: state.json, dismissalDate: dismissal),
            alert: alert)
    }

    /// Starts a Live Activity remotely (iOS 17.2 and later).
    ///
    /// - Parameters:
    ///   - attributesType: the name of the app's `ActivityAttributes` type.
    ///   - attributes: the value of that type, as Swift encodes it.
    ///   - alert: the alert that the system requires for a start.
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
