/// Every category that Bellhop knows. An app registers all of them, so that none arrives without its buttons.
public enum CategoryCatalog {
    public static let all: [NotificationCategory] = agent + content

    /// The category `id`; `nil` for one that an app defined itself.
    public static subscript(id: CategoryID) -> NotificationCategory? { byID[id] }

    /// What the button `action` does under a notification of `category`.
    ///
    /// A notification may outlive the version of the app that registered its category, or carry a category of the
    /// app's own: then the button is looked up in every category. Buttons that share an id share their effect.
    public static func effect(of action: ActionID, in category: CategoryID?) -> ActionEffect? {
        category.flatMap { byID[$0]?.action(action)?.effect } ?? effects[action]
            ?? (SnoozeTime(action) == nil ? nil : .snooze)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    private static let effects = Dictionary(
        all.flatMap(\.actions).map { ($0.id, $0.effect) }, uniquingKeysWith: { first, _ in first })
}

/// What all categories of one kind have in common; an alias differs in its id, buttons and options only.
struct CategoryTraits {
    let family: NotificationCategory.Family
    let kind: NotificationKind
    let purpose: String
    let placeholder: String
    let summary: String
    let level: InterruptionLevel

    func category(
        _ id: CategoryID, _ actions: [CategoryAction] = [], options: NotificationCategory.Options = []
    ) -> NotificationCategory {
        // A passive notification makes no sound (Apple, UNNotificationInterruptionLevel).
        NotificationCategory(
            id: id, family: family, kind: kind, purpose: purpose, actions: actions, options: options,
            hiddenPreviewPlaceholder: placeholder, summaryFormat: summary, playsSound: level != .passive,
            interruptionLevel: level)
    }
}
