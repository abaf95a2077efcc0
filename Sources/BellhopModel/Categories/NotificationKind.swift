/// The kind of a notification: the payload's `type`, shared by all categories of the same meaning.
///
/// An open set: apps may send kinds of their own.
public struct NotificationKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// An agent asks for permission and waits for approve or deny.
    public static let approval = Self(rawValue: "approval")
    /// An agent asks a question and waits for a reply.
    public static let question = Self(rawValue: "question")
    /// A task finished.
    public static let complete = Self(rawValue: "complete")
    /// A task failed.
    public static let error = Self(rawValue: "error")
    /// A task is paused until the person opens the app.
    public static let paused = Self(rawValue: "paused")
    /// The status of a session.
    public static let status = Self(rawValue: "status")

    /// An item was added.
    public static let newItem = Self(rawValue: "new_item")
    /// An item is due.
    public static let reminder = Self(rawValue: "reminder")
    /// An item has changed.
    public static let update = Self(rawValue: "update")
    /// A message from another user.
    public static let message = Self(rawValue: "message")

    /// Several notifications of one category, shown as one.
    public static let summary = Self(rawValue: "summary")

    // Kinds of background pushes, which show nothing and have no category.

    /// Removes an ask from the screen: it was answered on another device, withdrawn, or has expired.
    public static let clear = Self(rawValue: "clear")
    /// Fetches changed data.
    public static let sync = Self(rawValue: "sync")
    /// Starts, updates or ends a Live Activity.
    public static let liveActivity = Self(rawValue: "live_activity")

    /// Not given, and not derivable from the other fields.
    public static let unknown = Self(rawValue: "unknown")
}
