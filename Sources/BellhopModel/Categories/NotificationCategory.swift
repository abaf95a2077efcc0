/// The kind of a notification as the system knows it: `UNNotificationCategory`, and what the server adds to the push.
public struct NotificationCategory: Hashable, Sendable, Identifiable {
    public let id: CategoryID
    public let family: Family
    public let kind: NotificationKind
    /// What it is for, in a few words for settings and docs.
    public let purpose: String
    /// In the order in which they are shown.
    public let actions: [CategoryAction]
    public let options: Options
    /// Shown instead of the body while previews are hidden on the lock screen (`hiddenPreviewsBodyPlaceholder`).
    public let hiddenPreviewPlaceholder: String
    /// For a stack of them: `%u` is how many, `%@` from what (`categorySummaryFormat`). iOS has ignored the `%@`
    /// argument since version 15, and the server summarises by itself; older systems still read it.
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

    /// The action with this id; `nil` when this category has none such.
    public func action(_ id: ActionID) -> CategoryAction? { actions.first { $0.id == id } }

    /// Who speaks in it.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// A coding agent.
        case agent
        /// An application with items, reminders and messages.
        case content
    }

    /// The bits are those of `UNNotificationCategoryOptions`, so that the raw value can be handed over.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app is told when the person dismisses it.
        public static let customDismissAction = Self(rawValue: 1 << 0)
        public static let allowInCarPlay = Self(rawValue: 1 << 1)
        public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
        public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
    }
}
