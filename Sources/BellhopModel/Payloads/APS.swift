/// The part of a payload that the system itself reads (Apple, *Generating a remote notification*, table 1; for Live
/// Activities *Starting and updating Live Activities with ActivityKit push notifications*).
public struct APS: Hashable, Sendable {
    public var alert: PushAlert?
    /// The number on the app's icon; 0 takes it away.
    public var badge: Int?
    public var sound: PushSound?
    /// Groups notifications.
    public var threadID: String?
    /// Which of the registered categories it belongs to.
    public var category: CategoryID?
    /// Wakes the app in the background.
    public var contentAvailable: Bool
    /// Runs the app's notification service extension before it is shown.
    public var mutableContent: Bool
    /// Which window is brought to the front.
    public var targetContentID: String?
    public var interruptionLevel: InterruptionLevel?
    /// Which of the app's notifications matter most: 0 to 1 for alerts, any number for Live Activities.
    public var relevanceScore: Double?
    /// What a Focus filter of the app decides by.
    public var filterCriteria: String?
    /// Set when this starts, updates or ends a Live Activity.
    public var liveActivity: LiveActivityPush?
    /// Keys that Bellhop does not know, and values that it cannot read.
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
