/// What a notification is about: the payload's `type`, shared by all categories that mean the same.
///
/// An open set, because apps send kinds of their own.
public struct NotificationKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// An agent wants to do something and waits for approve or deny.
    public static let approval = Self(rawValue: "approval")
    /// An agent asks something and waits for a reply.
    public static let question = Self(rawValue: "question")
    /// A task finished.
    public static let complete = Self(rawValue: "complete")
    /// A task failed.
    public static let error = Self(rawValue: "error")
    /// A task stands still until the app is opened.
    public static let paused = Self(rawValue: "paused")
    /// How a session is going.
    public static let status = Self(rawValue: "status")

    /// An item was added.
    public static let newItem = Self(rawValue: "new_item")
    /// An item is due.
    public static let reminder = Self(rawValue: "reminder")
    /// An item has changed.
    public static let update = Self(rawValue: "update")
    /// Somebody wrote.
    public static let message = Self(rawValue: "message")

    /// Several of one category, shown as one.
    public static let summary = Self(rawValue: "summary")

    // Kinds that show nothing, and so have no category.

    /// Take an ask off the screen: it was answered elsewhere, withdrawn, or its time is over.
    public static let clear = Self(rawValue: "clear")
    /// Fetch what has changed.
    public static let sync = Self(rawValue: "sync")
    /// A Live Activity begins, changes or ends.
    public static let liveActivity = Self(rawValue: "live_activity")

    /// Neither said nor to be told from the other fields.
    public static let unknown = Self(rawValue: "unknown")
}
