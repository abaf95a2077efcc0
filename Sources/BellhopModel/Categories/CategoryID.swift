/// The identifier of a category, equal to `UNNotificationCategory.identifier` and `aps.category`.
///
/// An open set: an app may define categories of its own. ``CategoryCatalog`` has those that Bellhop defines.
public struct CategoryID: Hashable, Sendable, RawRepresentable, Codable, LosslessStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}

/// The interruption level of a notification (`UNNotificationInterruptionLevel`). `critical` is not supported: it is for
/// health and safety and requires an entitlement that Apple grants case by case.
public enum InterruptionLevel: String, Codable, Hashable, Sendable, CaseIterable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
}

extension CategoryID {
    // Agent family.
    public static let approvalRequest = Self(rawValue: "APPROVAL_REQUEST")
    public static let questionAsked = Self(rawValue: "QUESTION_ASKED")
    public static let taskComplete = Self(rawValue: "TASK_COMPLETE")
    public static let taskError = Self(rawValue: "TASK_ERROR")
    public static let taskPaused = Self(rawValue: "TASK_PAUSED")
    public static let sessionStatus = Self(rawValue: "SESSION_STATUS")

    // Aliases of the agent family with more buttons.
    public static let permissionRequest = Self(rawValue: "PERMISSION_REQUEST")
    /// An approval whose notification does not show the whole input.
    public static let approvalReview = Self(rawValue: "APPROVAL_REVIEW")
    public static let agentComplete = Self(rawValue: "AGENT_COMPLETE")
    public static let agentError = Self(rawValue: "AGENT_ERROR")
    public static let sessionUpdate = Self(rawValue: "SESSION_UPDATE")

    // Content family.
    public static let newItem = Self(rawValue: "new_item")
    public static let reminder = Self(rawValue: "reminder")
    public static let update = Self(rawValue: "update")
    public static let message = Self(rawValue: "message")

    // Aliases of the content family, under the names that other apps register.
    public static let messageCategory = Self(rawValue: "MESSAGE_CATEGORY")
    public static let reminderCategory = Self(rawValue: "REMINDER_CATEGORY")
    public static let updateCategory = Self(rawValue: "UPDATE_CATEGORY")
}
