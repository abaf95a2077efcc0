public import BellhopKit
public import BellhopModel

/// What a session's Live Activity says, in words and numbers. Pure.
public struct ActivityPresentation: Hashable, Sendable {
    public let title: String
    public let project: String?
    /// The state in words, beside ``symbol``: never by colour alone.
    public let status: String
    /// An SF Symbol.
    public let symbol: String
    public let tone: Tone
    /// What the agent is doing now.
    public let operation: String?
    public let progress: Progress?
    public let clock: Clock
    public let ask: AnswerableAsk?
    /// Where a tap leads.
    public let link: String

    /// What the colour says again.
    public enum Tone: String, Hashable, Sendable, CaseIterable {
        case working, waiting, done, failed, stale
    }

    /// Of the agent's own list.
    public struct Progress: Hashable, Sendable {
        /// 0 to 1.
        public let fraction: Double
        /// Such as "3 of 7 tasks".
        public let text: String
        /// Such as "3/7".
        public let short: String
        public let task: String?
    }

    /// How long the session has lasted.
    public enum Clock: Hashable, Sendable {
        /// Counts up by itself.
        case since(Timestamp)
        /// Stands still; in seconds.
        case stopped(Int)
    }

    public init(
        _ attributes: SessionAttributes, _ state: LiveActivityState, isStale: Bool, at now: Timestamp,
        words: Strings = .current
    ) {
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
        // A newer server's state: it goes on, whatever it is called.
        default: (words.sessionRunning, "gearshape.2.fill", .working)
        }
    }
}

extension ActivityPresentation.Progress {
    /// - Returns: `nil` for an empty list. More done than there is counts as all.
    init?(_ progress: LiveActivityState.TodoProgress, _ words: Strings) {
        guard progress.total > 0 else { return nil }
        let done = min(max(0, progress.completed), progress.total)
        fraction = Double(done) / Double(progress.total)
        text = words.sessionProgress(done: done, count: progress.total)
        short = "\(done)/\(progress.total)"
        task = progress.currentTask
    }
}
