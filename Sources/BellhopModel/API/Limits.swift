/// The limits of the API. The server's schemas and the command line's arguments both use them.
public enum APILimits {
    /// The maximum size of a request body, in bytes.
    public static let body = 1 << 20
    /// The maximum size of the body of a campaign or schedule, in bytes: ``audience`` recipients with 800 bytes each.
    public static let audienceBody = 8 << 20
    /// The maximum size of an ask's `input`, in bytes of UTF-8.
    public static let input = 512 << 10
    /// The maximum length of a title, in characters.
    public static let title = 200
    /// The maximum length of a body text, in characters.
    public static let text = 4000
    /// The lifetime of an ask, in seconds.
    public static let askSeconds = 1...86_400
    /// The number of items of a list in one response.
    public static let page = 1...200
    /// The badge of an app's icon.
    public static let badge = 0...99_999
    /// The relevance score of a notification among the app's others.
    public static let relevance = 0.0...1.0
    /// The lifetime of a notification, in seconds.
    public static let notificationSeconds = 1...2_592_000
    /// The maximum time ahead of a schedule, in years of 366 days.
    public static let scheduleYears = 5
    /// The duration of a snooze, in minutes.
    public static let snoozeMinutes = 1...10_080
    /// The maximum time that one request waits for an answer, in seconds.
    public static let wait = 55
    /// The maximum number of users that one request names.
    public static let audience = 10_000
    /// The maximum number of top-level keys of a notification's `data`.
    public static let dataKeys = 64
    /// The maximum depth of the values of a notification's `data`.
    public static let dataDepth = 8
    /// The maximum number of a localised text's arguments.
    public static let localizationArguments = 10
    /// The maximum number of devices that one request imports.
    public static let imports = 1000
    /// The maximum number of an ask's questions.
    public static let questions = 8
    /// The maximum number of rules that an ask offers to remember.
    public static let rules = 8
    /// The maximum length of such a rule's text, in characters: it is always shown whole.
    public static let ruleText = 500
    /// The delay before devices are notified of an ask, in seconds.
    public static let holdSeconds = 0...300
    /// The maximum number of a user's preferences: types, categories and other settings together.
    public static let preferences = 256
    /// The maximum size of a user's preferences as canonical JSON, in bytes.
    public static let preferencesSize = 16 << 10
    /// The maximum number of a user's mutes.
    public static let mutes = 128
    /// The number of pushes that a user's frequency cap allows in its period.
    public static let capPushes = 1...1000
    /// The period of a frequency cap, in seconds: a minute to a week.
    public static let capSeconds = 60...604_800
    /// The maximum number of a question's options.
    public static let options = 16
    /// The maximum size of an item's `data` as canonical JSON, in bytes.
    public static let itemData = 64 << 10
    /// The time until a reminder, in seconds: at most five years.
    public static let reminderSeconds = 0...157_680_000
    /// The time until a Live Activity is stale, in seconds: at most the twelve hours that it stays on the lock screen.
    public static let staleSeconds = 1...43_200
    /// The time until an ended Live Activity leaves the lock screen, in seconds: the system removes it after four hours.
    public static let dismissSeconds = 0...14_400
    /// The time for which a channel stores its latest update, in seconds: APNs drops it after eight hours.
    public static let broadcastSeconds = 0...28_800
}
