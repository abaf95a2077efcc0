import BellhopKit
import BellhopModel
import Foundation
import Observation

/// The quiet hours, the frequency cap and the mutes.
@Observable @MainActor
final class QuietModel {
    private(set) var problem: Problem?
    private let app: AppModel

    /// A change that failed.
    enum Problem: Hashable, Sendable {
        /// The setting could not be stored: it holds until the app ends.
        case notKept
        /// The quiet hours begin and end at the same time.
        case noTime
        case notPossible
    }

    init(in app: AppModel) { self.app = app }

    /// The values of quiet hours and cap when they are switched on.
    static let night = QuietHours(start: TimeOfDay(minutes: 22 * 60), end: TimeOfDay(minutes: 7 * 60))
    static let cap = FrequencyCap(limit: 10, seconds: 3600)

    var quietHours: QuietHours? { app.preferences.quietHours }
    var cap: FrequencyCap? { app.preferences.frequencyCap }

    var muted: [MutedRow] {
        app.preferences.current(at: app.bellhop.clock.now).mutes.map { mute in
            guard case .session(let id) = mute.subject else { return MutedRow(mute) }
            return MutedRow(mute, session: app.sessions[id])
        }
    }

    func set(_ setting: PreferenceSetting) async {
        do throws(PreferenceProblem) {
            try setting.check(in: app.preferences)
            let isKept = try await app.optimistically {
                $0.set(setting)
            } sending: { () async throws(PreferenceProblem) in
                try await app.bellhop.set(setting)
            }
            problem = isKept ? nil : .notKept
        } catch {
            problem = error == .noTime ? .noTime : .notPossible
            // Removes the optimistic change that Bellhop rejected.
            app.apply(.preferences(await app.bellhop.notificationPreferences()))
        }
    }

    /// Changes the cap's number of pushes, within the server's limits.
    func step(by difference: Int) async {
        guard var cap, APILimits.capPushes.contains(cap.limit + difference) else { return }
        cap.limit += difference
        await set(.frequencyCap(cap))
    }
}

/// A mute as a row of a list.
struct MutedRow: Hashable, Sendable, Identifiable {
    let subject: Mute.Subject
    let title: String
    /// `nil` for a mute without an end.
    let until: Timestamp?

    var id: Mute.Subject { subject }

    /// - Parameter session: the muted session, when it is known.
    init(_ mute: Mute, session: AgentSession? = nil, language: Language = .current) {
        let words = Strings(language)
        subject = mute.subject
        until = mute.until
        let name: String
        switch mute.subject {
        case .session(let id): name = session?.title ?? id.description
        case .topic(let id): name = id.description
        case .thread(let thread): name = thread
        }
        let line = DisplayText.line(name, characters: 60)
        title =
            switch mute.subject {
            case .session: words.quietMutedSession(name: line)
            case .topic: words.quietMutedTopic(name: line)
            case .thread: words.quietMutedThread(name: line)
            }
    }
}

extension QuietModel.Problem {
    var text: String {
        switch self {
        case .notKept: Strings.current.quietNotKept
        case .noTime: Strings.current.quietNoTime
        case .notPossible: Strings.current.quietNotPossible
        }
    }
}

extension FrequencyCap {
    static let hour = 3600
    static let day = 24 * 3600

    /// The periods to choose from, in seconds: an hour, a day, and the one that is set.
    var stretches: [Int] { Set([Self.hour, Self.day, seconds]).sorted() }

    static func text(ofStretch seconds: Int) -> String {
        switch seconds {
        case hour: Strings.current.quietCapHour
        case day: Strings.current.quietCapDay
        default: Strings.current.quietCapOther(seconds: seconds)
        }
    }
}

extension TimeOfDay {
    /// The time of day at `date`.
    init(_ date: Date, in calendar: Calendar = .current) {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        self.init(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }

    /// A moment with this time of day, on a winter's day, when no time zone changes its clocks.
    func date(in calendar: Calendar = .current) -> Date {
        let parts = DateComponents(year: 2001, month: 1, day: 15, hour: minutes / 60, minute: minutes % 60)
        return calendar.date(from: parts) ?? Date(timeIntervalSinceReferenceDate: 0)
    }
}
