import BellhopKit
import BellhopModel
import Observation

/// The notification settings, and the notifications scheduled on the device.
@Observable @MainActor
final class SettingsModel {
    /// The number of scheduled notifications; `nil` until they were counted.
    private(set) var scheduled: Int?
    private(set) var problem: Problem?
    private let app: AppModel

    /// A change that failed.
    enum Problem: Hashable, Sendable {
        /// The setting could not be stored: it holds until the app ends.
        case notKept
        /// Some notifications are still scheduled.
        case notCleared
    }

    init(in app: AppModel) { self.app = app }

    func load() async { scheduled = await app.bellhop.scheduled().count }

    var types: [PreferenceType] { PreferenceType.known }

    /// The agents' categories. Every other category belongs to one of ``types``.
    var categories: [NotificationCategory] { CategoryCatalog.agent.filter { Self.names.contains($0.id) } }

    func isOn(_ name: PreferenceSwitch) -> Bool { app.preferences.isOn(name) }

    /// Switches every category of the same kind, because an agent may use any of them.
    func turn(_ category: NotificationCategory, on isOn: Bool) async {
        await turn(.category(category.id), on: isOn)
    }

    func turn(_ name: PreferenceSwitch, on isOn: Bool) async {
        let isKept = await app.optimistically {
            $0.turn(name, on: isOn)
        } sending: {
            await app.bellhop.turn(name, on: isOn)
        }
        problem = isKept ? nil : .notKept
    }

    /// Removes every scheduled notification.
    func clearScheduled() async {
        let isDone = (try? await app.bellhop.removeAllScheduled()) != nil
        problem = isDone ? nil : .notCleared
        await load()
    }

    /// The system's permission, which limits every setting here.
    var authorization: AuthorizationState? { app.authorization }

    var pendingAsks: Int { app.pending.count }

    /// One category of each kind.
    private static let names: Set<CategoryID> = [
        .approvalRequest, .questionAsked, .taskComplete, .taskError, .taskPaused, .sessionStatus,
    ]
}

extension PreferenceType {
    /// The title of the type's switch. A type unknown to this version is shown by its raw value.
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
    /// The title of the category's switch.
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
