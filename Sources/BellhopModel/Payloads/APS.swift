/// The `aps` dictionary of a payload, which the system reads (Apple, *Generating a remote notification*, table 1, and
/// *Starting and updating Live Activities with ActivityKit push notifications*).
public struct APS: Hashable, Sendable {
    public var alert: PushAlert?
    /// The badge of the app's icon; 0 removes it.
    public var badge: Int?
    public var sound: PushSound?
    /// The identifier for grouping notifications.
    public var threadID: String?
    /// The notification's category, which the app must have registered.
    public var category: CategoryID?
    /// Wakes the app in the background.
    public var contentAvailable: Bool
    /// Runs the app's notification service extension before the notification is shown.
    public var mutableContent: Bool
    /// The identifier of the window to bring to the front.
    public var targetContentID: String?
    public var interruptionLevel: InterruptionLevel?
    /// The importance among the app's notifications: 0 to 1 for alerts, any number for Live Activities.
    public var relevanceScore: Double?
    /// The criteria for the app's Focus filter.
    public var filterCriteria: String?
    /// The Live Activity fields; `nil` for other pushes.
    public var liveActivity: LiveActivityPush?
    /// Unknown keys, and values that cannot be read.
    public var extra: [String: JSONValue]

    public init(
        alert: PushAlert? = nil, badge: Int? = nil, sound: PushSound? = nil, threadID: String? = nil,
        category: CategoryID? = nil, contentAvailable: Bool = false, mutableContent: Bool = false,
        targetContentID: String? = nil, interruptionLevel: InterruptionLevel? = nil, relevanceScore: Double? = nil,
        filterCriteria: String? = nil, liveActivity: LiveActivityPush? = nil
    ) {
        self.alert = alert
        self.badge = badge
        self.sound = sound
        self.threadID = threadID
        self.category = category
        self.contentAvailable = contentAvailable
        self.mutableContent = mutableContent
        self.targetContentID = targetContentID
        self.interruptionLevel = interruptionLevel
        self.relevanceScore = relevanceScore
        self.filterCriteria = filterCriteria
        self.liveActivity = liveActivity
        extra = [:]
    }
}

extension APS {
    init(_ reader: inout PayloadFieldReader) {
        self.init()
        liveActivity = LiveActivityPush(&reader)
        readAlert(&reader)
        badge = reader.take("badge", wanted: "a whole number from 0", Self.badge)
        sound = reader.take("sound", wanted: "a name or a dictionary", PushSound.init) ?? sound
        threadID = reader.takeText("thread-id")
        category = reader.takeText("category").map { CategoryID($0) }
        contentAvailable = reader.takeFlag("content-available")
        mutableContent = reader.takeFlag("mutable-content")
        targetContentID = reader.takeText("target-content-id")
        interruptionLevel = reader.take("interruption-level", wanted: "passive, active or time-sensitive") {
            $0.string.flatMap(InterruptionLevel.init(rawValue:))
        }
        if let score = reader.take("relevance-score", wanted: "a number", \.number) { readRelevance(score, &reader) }
        filterCriteria = reader.takeText("filter-criteria")
        extra = reader.rest
        for key in extra.keys.sorted() where !Self.documented.contains(key) { reader.note(key, .unknownKey) }
    }

    private mutating func readAlert(_ reader: inout PayloadFieldReader) {
        if let body = reader.rest["alert"]?.string {
            _ = reader.takeText("alert")
            alert = PushAlert(body: body)
        } else if var inner = reader.takeReader("alert") {
            // A Live Activity has its sound inside the alert.
            if liveActivity != nil { sound = inner.take("sound", wanted: "a name or a dictionary", PushSound.init) }
            alert = PushAlert(&inner)
            reader.note(inner.issues)
        }
    }

    mutating func readRelevance(_ score: Double, _ reader: inout PayloadFieldReader) {
        guard liveActivity == nil else {
            relevanceScore = score
            return
        }
        let clamped = Self.fraction(score)
        if clamped != score { reader.note("relevance-score", .clamped) }
        relevanceScore = clamped
    }

    /// `value` clamped to 0 ... 1.
    static func fraction(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

    static func badge(_ json: JSONValue) -> Int? {
        json.integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// The canonical form: `alert` as a dictionary, flags as 1, unset fields left out.
    var json: JSONValue {
        var object = extra
        if var inner = alert?.json(nested: liveActivity != nil) {
            if liveActivity != nil, let sound { inner["sound"] = sound.json }
            object["alert"] = .object(inner)
        }
        if let badge { object["badge"] = .integer(Int64(badge)) }
        if let sound, liveActivity == nil || alert == nil { object["sound"] = sound.json }
        if let threadID { object["thread-id"] = .string(threadID) }
        if let category { object["category"] = .string(category.rawValue) }
        if contentAvailable { object["content-available"] = 1 }
        if mutableContent { object["mutable-content"] = 1 }
        if let targetContentID { object["target-content-id"] = .string(targetContentID) }
        if let interruptionLevel { object["interruption-level"] = .string(interruptionLevel.rawValue) }
        if let relevanceScore {
            object["relevance-score"] = .plain(liveActivity == nil ? Self.fraction(relevanceScore) : relevanceScore)
        }
        if let filterCriteria { object["filter-criteria"] = .string(filterCriteria) }
        liveActivity?.write(to: &object)
        return .object(object)
    }

    /// All keys that Apple documents, including those that Bellhop does not interpret.
    private static let documented: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content", "target-content-id",
        "interruption-level", "relevance-score", "filter-criteria", "timestamp", "event", "content-state", "stale-date",
        "dismissal-date", "attributes-type", "attributes", "input-push-token", "input-push-channel", "content-changed",
        "url-args",
    ]
}
