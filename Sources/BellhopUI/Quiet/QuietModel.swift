public import BellhopKit
public import BellhopModel
public import Observation

/// When the person does not want to be disturbed, how much is too much, and what they want to hear nothing of.
@Observable @MainActor
public final class QuietModel {
    public private(set) var problem: Problem?
    private let app: AppModel

    /// What could not be done.
    public enum Problem: Hashable, Sendable {
        /// It holds only for as long as the app runs: it could not be written down.
        case notKept
        /// The quiet hours would end when they begin.
        case noTime
        case notPossible
    }

    public init(in app: AppModel) { self.app = app }

    /// What quiet hours and the cap are when they are turned on.
    public static let night = QuietHours(start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 7 * 60))
    public static let cap = FrequencyCap(limit: 10, seconds: 3600)

    public var quietHours: QuietHours? { app.preferences.quietHours }
    public var cap: FrequencyCap? { app.preferences.frequencyCap }

    public var muted: [MutedRow] {
        app.preferences.current(at: app.bellhop.clock.now).mutes.map { mute in
            guard case .session(let id) = mute.subject else { return MutedRow(mute) }
            return MutedRow(mute, session: app.sessions[id])
        }
    }

    public func set(_ setting: PreferenceSetting) async {
        do throws(PreferenceProblem) {
            try setting.check(in: app.preferences)
            let isKept = try await app.foreseeing {
                $0.set(setting)
            } telling: { () async throws(PreferenceProblem) in
                try await app.bellhop.set(setting)
            }
            problem = isKept ? nil : .notKept
        } catch {
            problem = error == .noTime ? .noTime : .notPossible
            // What the kit did not take is not shown as if it had.
            app.take(.preferences(await app.bellhop.notificationPreferences()))
        }
    }

    /// Changes how many the cap lets through, within what the server takes.
    public func step(by difference: Int) async {
        guard var cap, APILimits.capPushes.contains(cap.limit + difference) else { return }
        cap.limit += difference
        await set(.frequencyCap(cap))
    }
}
