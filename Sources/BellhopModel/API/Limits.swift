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
    /// Of a notification's life, in seconds.
    public static let notificationSeconds = 1...2_592_000
    /// The longest that one request waits for an answer, in seconds.
    public static let wait = 55
    public static let questions = 8
    /// Of a user's preferences: types, categories and other settings together.
    public static let preferences = 256
    /// Of a user's preferences as canonical JSON, in bytes.
    public static let preferencesSize = 16 << 10
    public static let options = 16
    /// Until a Live Activity is out of date, in seconds: the twelve hours that one stays on the lock screen at most.
    public static let staleSeconds = 1...43_200
    /// Until an ended Live Activity leaves the lock screen, in seconds: the system takes it away after four hours.
    public static let dismissSeconds = 0...14_400
    /// For which a channel keeps its latest update, in seconds: APNs drops it after eight hours.
    public static let broadcastSeconds = 0...28_800
}
