/// What the API takes at most. Stated once, checked by the server, obeyed by the clients.
public enum APILimits {
    /// Of a request's body, in bytes.
    public static let body = 1 << 20
    /// Of an ask's `input`, in bytes of UTF-8.
    public static let input = 512 << 10
    /// Of a title, in characters.
    public static let title = 200
    /// Of a body text, in characters.
    public static let text = 4000
    /// Of an ask's life, in seconds.
    public static let askSeconds = 1...86_400
    /// How many items of a list come at once.
    public static let page = 1...200
    /// What the badge of an app's icon shows.
    public static let badge = 0...99_999
    /// How important a notification is among the app's others.
    public static let relevance = 0.0...1.0
    /// Of a notification's life, in seconds.
    public static let notificationSeconds = 1...2_592_000
    /// How far ahead something is scheduled, in years of 366 days.
    public static let scheduleYears = 5
    /// How long a notification is snoozed.
    public static let snoozeMinutes = 1...10_080
    /// The longest that one request waits for an answer, in seconds.
    public static let wait = 55
    /// Of the users that one request names.
    public static let audience = 10_000
    /// Of a notification's `data`: keys at its top level.
    public static let dataKeys = 64
    /// Of a notification's `data`: how deep its values are nested.
    public static let dataDepth = 8
    /// Of a localised text: what its placeholders stand for.
    public static let localizationArguments = 10
    /// The maximum number of devices that one request imports.
    public static let imports = 1000
    public static let questions = 8
    /// Of the rules that an ask offers to remember.
    public static let rules = 8
    /// Of one such rule's text, in characters: it is always shown whole.
    public static let ruleText = 500
    /// For which an ask is held before devices are told, in seconds.
    public static let holdSeconds = 0...300
    /// Of a user's preferences: types, categories and other settings together.
    public static let preferences = 256
    /// Of a user's preferences as canonical JSON, in bytes.
    public static let preferencesSize = 16 << 10
    public static let mutes = 128
    /// How many pushes a user's cap may allow in its stretch of time, and how long that may be, in seconds: a minute to
    /// a week.
    public static let capPushes = 1...1000
    public static let capSeconds = 60...604_800
    public static let options = 16
    /// Of an item's `data` as canonical JSON, in bytes.
    public static let itemData = 64 << 10
    /// Of a reminder, in seconds from now: five years.
    public static let reminderSeconds = 0...157_680_000
    /// Until a Live Activity is out of date, in seconds: the twelve hours that one stays on the lock screen at most.
    public static let staleSeconds = 1...43_200
    /// Until an ended Live Activity leaves the lock screen, in seconds: the system takes it away after four hours.
    public static let dismissSeconds = 0...14_400
    /// For which a channel keeps its latest update, in seconds: APNs drops it after eight hours.
    public static let broadcastSeconds = 0...28_800
}
