public import BellhopModel

/// What an expanded notification says for a moment after one of its buttons, before it goes away; `nil` for a button
/// that leads somewhere or whose outcome is not known yet.
public struct ActionConfirmation: Hashable, Sendable {
    public let symbol: String
    public let text: String

    public init?(_ action: ActionID, in category: CategoryID?, words: Strings = .current) {
        switch CategoryCatalog.effect(of: action, in: category) {
        case .complete: (symbol, text) = ("checkmark.circle.fill", words.confirmCompleted)
        case .snooze:
            (symbol, text) = ("alarm.fill", (SnoozeTime(action) ?? .quarterHour).confirmation(words))
        default: return nil
        }
    }
}
