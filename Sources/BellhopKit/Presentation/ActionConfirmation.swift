package import BellhopModel

/// The confirmation that an expanded notification shows after a button, before it closes; `nil` for a button that opens
/// something or whose outcome is not known yet.
package struct ActionConfirmation: Hashable, Sendable {
    package let symbol: String
    package let text: String

    package init?(_ action: ActionID, in category: CategoryID?, strings: Strings = .current) {
        switch CategoryCatalog.effect(of: action, in: category) {
        case .complete: (symbol, text) = ("checkmark.circle.fill", strings.confirmCompleted)
        case .snooze:
            (symbol, text) = ("alarm.fill", (SnoozeTime(action) ?? .quarterHour).confirmation(strings))
        default: return nil
        }
    }
}
