/// How many streams a connection is allowed, as `SETTINGS_MAX_CONCURRENT_STREAMS` announces it.
///
/// "APNs allows only one stream until you post a request with a valid authentication token"; "an error code beginning
/// with 4XX slows down your ability to send" (Apple, "Establishing a connection to APNs"). That the number falls to 1
/// after such an error and comes back with the next success is what providers have seen.
public struct StreamRule: Sendable, Hashable {
    /// Before the first request with a valid token.
    public var initial: Int
    /// After it.
    public var proven: Int
    /// Whether the limit falls to 1 after a 4xx other than 410, until the next success.
    public var fallsAfterError: Bool

    public init(initial: Int = 1, proven: Int = 1000, fallsAfterError: Bool = true) {
        self.initial = initial
        self.proven = proven
        self.fallsAfterError = fallsAfterError
    }

    public static let vendor = StreamRule()
    /// The same number all the time.
    public static func constant(_ count: Int) -> Self { Self(initial: count, proven: count, fallsAfterError: false) }
}
