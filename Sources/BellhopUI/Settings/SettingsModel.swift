public import BellhopKit
public import BellhopModel
public import Observation

/// What the person wants to hear, and what is scheduled on the device.
@Observable @MainActor
public final class SettingsModel {
    /// Notifications that are to be shown later; `nil` until they were counted.
    public private(set) var scheduled: Int?
    public private(set) var problem: Problem?
    private let app: AppModel

    /// What could not be done.
    public enum Problem: Hashable, Sendable {
        /// A switch holds only for as long as the app runs: it could not be written down.
        case notKept
        /// Some notifications are still scheduled.
        case notCleared
    }

    public init(in app: AppModel) { self.app = app }

    public func load() async { scheduled = await app.bellhop.scheduled().count }

    public var types: [PreferenceType] { PreferenceType.known }

    /// Those of agents: the other categories each belong to one of ``types``.
    public var categories: [NotificationCategory] { CategoryCatalog.agent.filter { Self.names.contains($0.id) } }

    public func isOn(_ name: PreferenceSwitch) -> Bool { app.preferences.isOn(name) }

    /// Turns every category of the same kind, since an agent may use either name.
    public func turn(_ category: NotificationCategory, on isOn: Bool) async {
        await turn(.category(category.id), on: isOn)
    }

    public func turn(_ name: PreferenceSwitch, on isOn: Bool) async {
        let isKept = await app.foreseeing {
            $0.turn(name, on: isOn)
        } telling: {
            await app.bellhop.turn(name, on: isOn)
        }
        problem = isKept ? nil : .notKept
    }

    /// Takes everything off the schedule.
    public func clearScheduled() async {
        let isDone = (try? await app.bellhop.removeAllScheduled()) != nil
        problem = isDone ? nil : .notCleared
        await load()
    }

    /// What the system does not let through, whatever is on here.
    public var authorization: AuthorizationState? { app.authorization }

    public var pendingAsks: Int { app.pending.count }

    /// One name of each kind.
    private static let names: Set<CategoryID> = [
        .approvalRequest, .questionAsked, .taskComplete, .taskError, .taskPaused, .sessionStatus,
    ]
}
