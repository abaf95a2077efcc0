/// A button of a notification: `UNNotificationAction`, or `UNTextInputNotificationAction` when it takes text.
public struct CategoryAction: Hashable, Sendable, Identifiable {
    public let id: ActionID
    /// In English; the system shows it as it is.
    public let title: String
    public let options: Options
    /// Set when the button opens a text field.
    public let textInput: TextInput?
    /// What the app does with it. Two buttons with different ids may do the same.
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

    /// The bits are those of `UNNotificationActionOptions`, so that the raw value can be handed over.
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
        /// Shown in grey until something is typed.
        public let placeholder: String

        public init(button: String, placeholder: String) {
            self.button = button
            self.placeholder = placeholder
        }
    }
}

/// What an action button does.
public enum ActionEffect: String, Hashable, Sendable, CaseIterable {
    /// Answers an ask with yes.
    case approve
    /// Answers an ask with no.
    case deny
    /// Answers a question or a message with the typed text; without a text field, opens the place to write it.
    case reply
    /// Opens the app where the notification belongs: the session or the question.
    case open
    /// Opens the app at the thing itself: result, error, item.
    case view
    /// Opens the session's chat, ready to write.
    case continueChat
    /// Opens the session and lets the agent try again.
    case retry
    /// Marks a reminder's item as done.
    case complete
    /// Shows a reminder again after ``snoozeDelay``.
    case snooze
    case markRead
    /// Takes the notification away and nothing else.
    case dismiss

    public static let snoozeDelay: Duration = .seconds(15 * 60)
}
