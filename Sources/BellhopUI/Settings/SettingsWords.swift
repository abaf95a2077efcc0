import BellhopKit
import BellhopModel

extension PreferenceType {
    /// Of its switch. A type that this version does not know has its own name.
    var title: String {
        let words = Strings.current
        return switch self {
        case .newItems: words.settingsNewItems
        case .reminders: words.settingsReminders
        case .updates: words.settingsUpdates
        case .messages: words.settingsMessages
        default: rawValue
        }
    }
}

extension NotificationCategory {
    /// Of its switch.
    var title: String {
        let words = Strings.current
        return switch kind {
        case .approval: words.settingsApprovals
        case .question: words.settingsQuestions
        case .complete: words.settingsComplete
        case .error: words.settingsErrors
        case .paused: words.settingsPaused
        case .status: words.settingsStatus
        default: id.rawValue
        }
    }
}

extension SettingsModel.Problem {
    var text: String {
        switch self {
        case .notKept: Strings.current.settingsNotKept
        case .notCleared: Strings.current.settingsNotCleared
        }
    }
}
