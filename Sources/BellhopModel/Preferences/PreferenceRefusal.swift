/// Which of a user's switches keeps a notification from being pushed.
public enum DisabledPreference: Hashable, Sendable, CustomStringConvertible {
    case category(CategoryID)
    case type(PreferenceType)

    /// As a notification's timeline says it.
    public var description: String {
        switch self {
        case .category(let category): "the user turned off the category \(category)"
        case .type(let type): "the user turned off the type \(type)"
        }
    }
}
