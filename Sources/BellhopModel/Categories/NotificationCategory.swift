/// A notification category: the properties of `UNNotificationCategory`, and the defaults that the server adds to the
/// push.
public struct NotificationCategory: Hashable, Sendable, Identifiable {
    public let id: CategoryID
    public let family: Family
    public let kind: NotificationKind
    /// A short description for settings and documentation.
    public let purpose: String
    /// The buttons in display order.
    public let actions: [CategoryAction]
    public let options: Options
    /// Shown instead of the body while previews are hidden on the lock screen (`hiddenPreviewsBodyPlaceholder`).
    public let hiddenPreviewPlaceholder: String
    /// The text of a stack of notifications: `%u` is their number, `%@` their source (`categorySummaryFormat`). iOS
    /// ignores the `%@` argument since version 15, and the server builds summaries itself; older systems use it.
    public let summaryFormat: String
    public let playsSound: Bool
    public let interruptionLevel: InterruptionLevel

    public init(
        id: CategoryID, family: Family, kind: NotificationKind, purpose: String, actions: [CategoryAction],
        options: Options, hiddenPreviewPlaceholder: String, summaryFormat: String, playsSound: Bool,
        interruptionLevel: InterruptionLevel
    ) {
        self.id = id
        self.family = family
        self.kind = kind
        self.purpose = purpose
        self.actions = actions
        self.options = options
        self.hiddenPreviewPlaceholder = hiddenPreviewPlaceholder
        self.summaryFormat = summaryFormat
        self.playsSound = playsSound
        self.interruptionLevel = interruptionLevel
    }

    /// The action `id`; `nil` when the category does not have it.
    public func action(_ id: ActionID) -> CategoryAction? { actions.first { $0.id == id } }

    /// The kind of sender.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// A coding agent.
        case agent
        /// An application with items, reminders and messages.
        case content
    }

    /// The raw value has the bits of `UNNotificationCategoryOptions` and can be passed to it.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Reports to the app when the person dismisses the notification.
        public static let customDismissAction = Self(rawValue: 1 << 0)
        public static let allowInCarPlay = Self(rawValue: 1 << 1)
        public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
        public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
    }
}

extension NotificationCategory {
    /// A text for `count` notifications: ``summaryFormat`` with `%u` replaced by the count and `%@` by the source, or
    /// ``hiddenPreviewPlaceholder`` for a single notification.
    public func summary(of count: Int, from source: String? = nil) -> String {
        count == 1 ? hiddenPreviewPlaceholder : Self.filled(summaryFormat, count, source)
    }

    /// The text of ``summary(of:from:)`` for a category that an app defines.
    public static func summary(of count: Int) -> String { count == 1 ? "New notification" : "\(count) notifications" }

    private static func filled(_ format: String, _ count: Int, _ source: String?) -> String {
        var words = format.split(separator: " ").map(String.init)
        if let place = words.firstIndex(of: "%@") {
            if let source {
                words[place] = source
            } else {
                // "for %@" needs a source: without one, the preposition is removed too.
                words.removeSubrange(max(0, place - 1)...place)
            }
        }
        return words.map { $0 == "%u" ? String(count) : $0 }.joined(separator: " ")
    }
}
