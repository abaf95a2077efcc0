/// A type of notification that a user turns on and off as a whole. An open set: apps may have more than these four.
public struct PreferenceType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let newItems = Self(rawValue: "new_items")
    public static let reminders = Self(rawValue: "reminders")
    public static let updates = Self(rawValue: "updates")
    public static let messages = Self(rawValue: "messages")

    public static let known: [Self] = [newItems, reminders, updates, messages]

    /// The type that notifications of `kind` belong to; `nil` for those that only have a category switch.
    public init?(kind: NotificationKind) {
        switch kind {
        case .newItem: self = .newItems
        case .reminder: self = .reminders
        case .update: self = .updates
        case .message: self = .messages
        default: return nil
        }
    }
}
