/// A notification button: `UNNotificationAction`, or `UNTextInputNotificationAction` when it takes text.
public struct CategoryAction: Hashable, Sendable, Identifiable {
    public let id: ActionID
    /// The English title, which the system shows unchanged.
    public let title: String
    public let options: Options
    /// Set when the button opens a text field.
    public let textInput: TextInput?
    /// The effect in the app. Two buttons with different ids may have the same effect.
    public let effect: ActionEffect

    public init(
        _ id: ActionID, _ title: String, _ effect: ActionEffect, options: Options = [], textInput: TextInput? = nil
    ) {
        self.id = id
        self.title = title
        self.options = options
        self.textInput = textInput
        self.effect = effect
    }

    /// The raw value has the bits of `UNNotificationActionOptions` and can be passed to it.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The device must be unlocked before the action runs.
        public static let authenticationRequired = Self(rawValue: 1 << 0)
        /// Shown in red.
        public static let destructive = Self(rawValue: 1 << 1)
        /// Brings the app to the front.
        public static let foreground = Self(rawValue: 1 << 2)
    }

    public struct TextInput: Hashable, Sendable {
        /// The title of the button that sends the text.
        public let button: String
        /// Shown in grey until the person types.
        public let placeholder: String

        public init(button: String, placeholder: String) {
            self.button = button
            self.placeholder = placeholder
        }
    }
}

/// The effect of an action button.
public enum ActionEffect: String, Hashable, Sendable, CaseIterable {
    /// Approves an ask.
    case approve
    /// Denies an ask.
    case deny
    /// Replies to a question or a message with the typed text; without a text field, opens the screen for writing it.
    case reply
    /// Opens the session or the question of the notification.
    case open
    /// Opens the result, the error or the item of the notification.
    case view
    /// Opens the session's chat with the text field active.
    case continueChat
    /// Opens the session and lets the agent try again.
    case retry
    /// Marks a reminder's item as done.
    case complete
    /// Shows a reminder again after ``snoozeDelay``.
    case snooze
    case markRead
    /// Removes the notification, with no further effect.
    case dismiss

    public static let snoozeDelay: Duration = .seconds(15 * 60)
}

/// The identifier of an action button, the same text as `UNNotificationAction.identifier`.
public struct ActionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    // Identifiers that the system defines.

    /// The notification was tapped (`UNNotificationDefaultActionIdentifier`).
    public static let opened = Self(rawValue: "com.apple.UNNotificationDefaultActionIdentifier")
    /// It was dismissed (`UNNotificationDismissActionIdentifier`). Reported only for categories with
    /// `customDismissAction`.
    public static let dismissed = Self(rawValue: "com.apple.UNNotificationDismissActionIdentifier")
}

extension ActionID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// The time at which a snoozed notification is shown again. The expanded notification offers these buttons in place of
/// Snooze.
public enum SnoozeTime: String, Hashable, Sendable, Codable, CaseIterable {
    /// After ``ActionEffect/snoozeDelay``, as for a plain Snooze.
    case quarterHour = "SNOOZE_15_MINUTES"
    case hour = "SNOOZE_1_HOUR"
    /// At ``eveningHour``.
    case evening = "SNOOZE_THIS_EVENING"
    /// The next day at ``morningHour``.
    case tomorrow = "SNOOZE_TOMORROW"

    public static let eveningHour = 18
    public static let morningHour = 9

    public init?(_ action: ActionID) { self.init(rawValue: action.rawValue) }

    public var action: ActionID { ActionID(rawValue: rawValue) }
}
