extension CategoryCatalog {
    /// What coding agents send.
    public static let agent: [NotificationCategory] = [
        // Approve asks for the device to be unlocked but does not open the app: it must work from the lock screen,
        // and only for its owner. Deny needs neither; saying no is always safe.
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
        // The whole input is not in the notification: it has to be read before it can be approved.
        approval.category(
            .approvalReview,
            [openApp, CategoryAction("DENY_ACTION", "Deny", .deny, options: .destructive)],
            options: .customDismissAction),
        // Most questions want one sentence. The text field lets it be typed under the notification itself, without
        // opening the app; a typed reply steers the agent, so like Approve it is for the device's owner only.
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
