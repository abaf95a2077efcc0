extension CategoryID {
    // Agent family.
    public static let approvalRequest = Self(rawValue: "APPROVAL_REQUEST")
    public static let questionAsked = Self(rawValue: "QUESTION_ASKED")
    public static let taskComplete = Self(rawValue: "TASK_COMPLETE")
    public static let taskError = Self(rawValue: "TASK_ERROR")
    public static let taskPaused = Self(rawValue: "TASK_PAUSED")
    public static let sessionStatus = Self(rawValue: "SESSION_STATUS")

    // Their richer aliases.
    public static let permissionRequest = Self(rawValue: "PERMISSION_REQUEST")
    /// An approval whose notification does not show all of what is decided on.
    public static let approvalReview = Self(rawValue: "APPROVAL_REVIEW")
    public static let agentComplete = Self(rawValue: "AGENT_COMPLETE")
    public static let agentError = Self(rawValue: "AGENT_ERROR")
    public static let sessionUpdate = Self(rawValue: "SESSION_UPDATE")

    // Content family.
    public static let newItem = Self(rawValue: "new_item")
    public static let reminder = Self(rawValue: "reminder")
    public static let update = Self(rawValue: "update")
    public static let message = Self(rawValue: "message")

    // The same three kinds under the names that other apps register.
    public static let messageCategory = Self(rawValue: "MESSAGE_CATEGORY")
    public static let reminderCategory = Self(rawValue: "REMINDER_CATEGORY")
    public static let updateCategory = Self(rawValue: "UPDATE_CATEGORY")
}
