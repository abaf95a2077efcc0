import BellhopKit
public import BellhopModel
import Foundation

/// The texts, symbols and numbers of a session's Live Activity. Pure.
public struct ActivityPresentation: Hashable, Sendable {
    public let title: String
    public let project: String?
    /// The status as text, shown beside ``symbol``: a status is never shown by color alone.
    public let status: String
    /// The name of an SF Symbol.
    public let symbol: String
    public let tone: Tone
    /// The agent's current operation.
    public let operation: String?
    public let progress: Progress?
    public let clock: Clock
    public let ask: AnswerableAsk?
    /// The link that a tap opens.
    public let link: String

    /// The color of the status.
    public enum Tone: String, Hashable, Sendable, CaseIterable {
        case working, waiting, done, failed, stale
    }

    /// The progress of the agent's task list.
    public struct Progress: Hashable, Sendable {
        /// From 0 to 1.
        public let fraction: Double
        /// For example "3 of 7 tasks".
        public let text: String
        /// For example "3/7".
        public let short: String
        public let task: String?
    }

    /// The duration of the session.
    public enum Clock: Hashable, Sendable {
        /// Counts up from the start.
        case since(Timestamp)
        /// A fixed number of seconds.
        case stopped(Int)
    }

    init(
        _ attributes: SessionAttributes, _ state: LiveActivityState, isStale: Bool, at now: Timestamp,
        language: Language = .current
    ) {
        let words = Strings(language)
        title = attributes.title
        project = attributes.project
        let isOver = [.completed, .failed].contains(state.status)
        // The activity becomes stale at the deadline, in whole seconds.
        let soon = isStale ? now + .seconds(1) : now
        let isLate = state.status == .waiting && state.ask.map { Timestamp(milliseconds: $0.deadline) <= soon } ?? false
        (status, symbol, tone) =
            isLate
            ? (words.askExpired, "clock.badge.xmark", .stale)
            : Self.appearance(of: state.status, isStale: isStale && !isOver, words)
        operation = state.currentOperation
        progress = state.todoProgress.flatMap { Progress($0, words) }
        clock =
            if let start = attributes.startedAt, !isOver, !isStale, start <= now {
                .since(start)
            } else {
                .stopped(max(0, state.elapsedSeconds))
            }
        ask =
            isOver ? nil : AnswerableAsk(state.ask, isStale: isStale, at: now)
        link = Route.link(to: attributes.sessionID)
    }

    private static func appearance(
        of status: LiveActivityState.Status, isStale: Bool, _ words: Strings
    ) -> (String, String, Tone) {
        if isStale { return (words.activityStale, "wifi.exclamationmark", .stale) }
        return switch status {
        case .waiting: (words.sessionWaiting, "hand.raised.fill", .waiting)
        case .completed: (words.sessionCompleted, "checkmark.circle.fill", .done)
        case .failed: (words.sessionFailed, "exclamationmark.triangle.fill", .failed)
        // A status of a newer server: the session is running.
        default: (words.sessionRunning, "gearshape.2.fill", .working)
        }
    }
}

extension ActivityPresentation.Progress {
    /// - Returns: `nil` for an empty list. A number of completed tasks beyond the total is limited to the total.
    init?(_ progress: LiveActivityState.TodoProgress, _ words: Strings) {
        guard progress.total > 0 else { return nil }
        let done = min(max(0, progress.completed), progress.total)
        fraction = Double(done) / Double(progress.total)
        text = words.sessionProgress(done: done, count: progress.total)
        short = "\(done)/\(progress.total)"
        task = progress.currentTask
    }
}

/// An ask with everything that an answer from a Live Activity must contain.
public struct AnswerableAsk: Hashable, Sendable {
    public let id: AskID
    public let title: String
    /// The whole input; `nil` when the activity cannot show it.
    public let body: String?
    public let inputDigest: String
    public let deadline: Timestamp
    /// The time of drawing, from which the remaining time counts down.
    let drawnAt: Timestamp

    /// Indicates whether the whole input is shown, which an approval requires.
    public var canBeApproved: Bool { body != nil }

    /// - Parameter isStale: whether the activity's stale date has passed without an update.
    /// - Returns: `nil` when no answer is possible now.
    init?(_ ask: LiveActivityState.WaitingAsk?, isStale: Bool, at now: Timestamp) {
        guard !isStale, let ask, let id = ask.askID, !ask.inputDigest.isEmpty else { return nil }
        let deadline = Timestamp(milliseconds: ask.deadline)
        guard now < deadline else { return nil }
        self.id = id
        self.deadline = deadline
        drawnAt = now
        title = ask.title
        body = ask.body
        inputDigest = ask.inputDigest
    }
}

/// A duration as a clock shows it.
enum ElapsedTime {
    /// For example `0:05`, `12:30` and `1:02:03`.
    static func text(seconds: Int) -> String {
        let seconds = max(0, seconds)
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Date {
    init(_ moment: Timestamp) { self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000) }
}

extension Timestamp {
    init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down))) }
}
