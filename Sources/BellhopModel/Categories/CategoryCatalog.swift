/// All categories that Bellhop defines. An app registers all of them, so that every notification has its buttons.
public enum CategoryCatalog {
    public static let all: [NotificationCategory] = agent + content

    /// The category `id`; `nil` for a category that the app defines.
    public static subscript(id: CategoryID) -> NotificationCategory? { byID[id] }

    /// The effect of the button `action` under a notification of `category`.
    ///
    /// A notification may be older than the app's registered categories, or have a category of the app. In these cases
    /// the button is looked up in all categories; buttons with the same id have the same effect.
    public static func effect(of action: ActionID, in category: CategoryID?) -> ActionEffect? {
        category.flatMap { byID[$0]?.action(action)?.effect } ?? effects[action]
            ?? (SnoozeTime(action) == nil ? nil : .snooze)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    private static let effects = Dictionary(
        all.flatMap(\.actions).map { ($0.id, $0.effect) }, uniquingKeysWith: { first, _ in first })
}

/// The properties that all categories of one kind share; an alias differs in id, buttons and options only.
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

extension CategoryCatalog {
    /// Categories of notifications from coding agents.
    public static let agent: [NotificationCategory] = [
        // Approve requires an unlocked device but does not open the app, and so works from the lock screen for the
        // owner only. Deny requires neither, because a denial is always safe.
        approval.category(
            .approvalRequest,
            [
                CategoryAction("APPROVE_ACTION", "Approve", .approve, options: .authenticationRequired),
                CategoryAction("DENY_ACTION", "Deny", .deny, options: .destructive),
            ],
            options: .customDismissAction),
        approval.category(
            .permissionRequest,
            [
                CategoryAction("APPROVE", "Approve", .approve, options: .authenticationRequired),
                CategoryAction("DENY", "Deny", .deny, options: .destructive),
                CategoryAction("VIEW_DETAILS", "View Details", .view, options: .foreground),
            ],
            options: .customDismissAction),
        // The notification does not show the whole input, which must be read in the app before it can be approved.
        approval.category(
            .approvalReview,
            [openApp, CategoryAction("DENY_ACTION", "Deny", .deny, options: .destructive)],
            options: .customDismissAction),
        // Most questions need one sentence, which can be typed below the notification without opening the app. A typed
        // reply steers the agent, so it requires an unlocked device, like Approve.
        question.category(
            .questionAsked,
            [
                openApp,
                CategoryAction(
                    "REPLY_ACTION", "Reply", .reply, options: .authenticationRequired,
                    textInput: .init(button: "Send", placeholder: "Type your answer...")),
            ]),
        complete.category(.taskComplete),
        complete.category(
            .agentComplete,
            [
                CategoryAction("VIEW_RESULT", "View Result", .view, options: .foreground),
                CategoryAction("CONTINUE_CHAT", "Continue Chat", .continueChat, options: .foreground),
                CategoryAction("DISMISS", "Dismiss", .dismiss, options: .destructive),
            ],
            options: .customDismissAction),
        error.category(.taskError, [openApp]),
        error.category(
            .agentError,
            [
                CategoryAction("RETRY", "Retry", .retry, options: .foreground),
                CategoryAction("VIEW_ERROR", "View Details", .view, options: .foreground),
                CategoryAction("DISMISS", "Dismiss", .dismiss),
            ]),
        paused.category(.taskPaused, [openApp]),
        status.category(.sessionStatus),
        status.category(.sessionUpdate, [CategoryAction("OPEN_SESSION", "Open", .open, options: .foreground)]),
    ]

    private static let openApp = CategoryAction("OPEN_ACTION", "Open App", .open, options: .foreground)

    private static let approval = CategoryTraits(
        family: .agent, kind: .approval, purpose: "An agent needs permission to proceed",
        placeholder: "Permission required", summary: "%u approval requests for %@",
        level: .timeSensitive)

    private static let question = CategoryTraits(
        family: .agent, kind: .question, purpose: "An agent asked a question",
        placeholder: "An agent has a question", summary: "%u questions",
        level: .timeSensitive)

    private static let complete = CategoryTraits(
        family: .agent, kind: .complete, purpose: "A task finished successfully",
        placeholder: "Agent completed a task", summary: "%u tasks completed",
        level: .active)

    private static let error = CategoryTraits(
        family: .agent, kind: .error, purpose: "A task failed or its connection was lost",
        placeholder: "Agent encountered an error", summary: "%u errors",
        level: .active)

    private static let paused = CategoryTraits(
        family: .agent, kind: .paused, purpose: "A task's background time is over",
        placeholder: "A task is paused", summary: "%u paused tasks",
        level: .passive)

    private static let status = CategoryTraits(
        family: .agent, kind: .status, purpose: "Periodic status of a session",
        placeholder: "Session update", summary: "%u session updates",
        level: .passive)
}

extension CategoryCatalog {
    /// Categories of notifications from applications with items, reminders and messages.
    public static let content: [NotificationCategory] = [
        newItem.category(.newItem, [view], options: .customDismissAction),
        reminder.category(
            .reminder,
            [
                CategoryAction("COMPLETE_TASK", "Complete", .complete, options: .foreground),
                CategoryAction("SNOOZE", "Snooze", .snooze),
            ],
            options: .customDismissAction),
        reminder.category(
            .reminderCategory,
            [
                CategoryAction("COMPLETE_ACTION", "Complete", .complete, options: .foreground),
                CategoryAction("SNOOZE_ACTION", "Snooze 15 min", .snooze),
            ]),
        update.category(.update, [view], options: .customDismissAction),
        update.category(
            .updateCategory, [CategoryAction("VIEW_UPDATE_ACTION", "View", .view, options: .foreground)]),
        message.category(
            .message,
            [
                CategoryAction(
                    "REPLY", "Reply", .reply,
                    textInput: .init(button: "Send", placeholder: "Type your reply...")),
                view,
            ],
            options: .customDismissAction),
        message.category(
            .messageCategory,
            [
                CategoryAction("REPLY_ACTION", "Reply", .reply, options: .foreground),
                CategoryAction("MARK_READ_ACTION", "Mark as Read", .markRead),
            ],
            options: .customDismissAction),
    ]

    private static let view = CategoryAction("VIEW_ITEM", "View", .view, options: .foreground)

    private static let newItem = CategoryTraits(
        family: .content, kind: .newItem, purpose: "A new item was added",
        placeholder: "New item", summary: "%u new items", level: .active)

    private static let reminder = CategoryTraits(
        family: .content, kind: .reminder, purpose: "An item is due",
        placeholder: "Reminder", summary: "%u reminders", level: .active)

    private static let update = CategoryTraits(
        family: .content, kind: .update, purpose: "An item has changed",
        placeholder: "Update", summary: "%u updates", level: .active)

    private static let message = CategoryTraits(
        family: .content, kind: .message, purpose: "A user sent a message",
        placeholder: "New message", summary: "%u messages", level: .active)
}
