/// What a push does to a Live Activity. All times are written in whole seconds.
public struct LiveActivityPush: Hashable, Sendable {
    /// When this was true: the system shows the newest, whatever arrives last.
    public var timestamp: Timestamp?
    public var event: LiveActivityEvent?
    /// Must decode as the activity's `ContentState` with Swift's own coding strategies.
    public var contentState: JSONValue?
    /// From then on the activity is shown as out of date.
    public var staleDate: Timestamp?
    /// When an ended activity leaves the lock screen; at once if it has passed, after four hours at the latest.
    public var dismissalDate: Timestamp?
    /// Only to start one: the name of its `ActivityAttributes` type, and its value.
    public var attributesType: String?
    public var attributes: JSONValue?
    /// Only to start one, from iOS 18: asks for a token for updates.
    public var wantsUpdateToken: Bool
    /// Only to start one, from iOS 18: the broadcast channel that updates it, in Base64.
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
    /// `nil` when none of the keys of a Live Activity is there.
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
