public import BellhopModel

/// A session as a row of a list.
public struct SessionRow: Hashable, Sendable, Identifiable {
    public let id: SessionID
    public let title: String
    /// The agent, project and machine it runs on.
    public let origin: String
    public let status: String
    /// The name of an SF Symbol.
    public let symbol: String
    public let color: ColorRole
    /// What it is doing now; `nil` when it does nothing or does not say.
    public let operation: String?
    /// 0 to 1; `nil` without a to-do list.
    public let fraction: Double?
    /// Such as `3 of 7 tasks`.
    public let progress: String?
    public let updatedAt: Timestamp

    public init(_ session: AgentSession, words: Strings = .current) {
        id = session.id
        title = DisplayText.line(session.title, characters: 80)
        let source = [session.origin.agent, session.origin.project, session.origin.host].compactMap(\.self)
        origin = source.map { DisplayText.line($0, characters: 60) }.joined(separator: " · ")
        (status, symbol, color) = Self.look(of: session.status, words)
        let isOver = session.status == .completed || session.status == .failed
        operation = isOver ? nil : session.operation.map { DisplayText.line($0, characters: 100) }
        let counted = session.progress.flatMap { $0.total > 0 ? $0 : nil }
        fraction = counted.map { min(1, max(0, Double($0.completed) / Double($0.total))) }
        progress = counted.map { words.sessionProgress(done: min(max(0, $0.completed), $0.total), count: $0.total) }
        updatedAt = session.updatedAt
    }

    /// What VoiceOver reads.
    public var spoken: String {
        [title, status, operation, progress, origin.isEmpty ? nil : origin].compactMap(\.self).joined(separator: ", ")
    }

    private static func look(of status: SessionStatus, _ words: Strings) -> (String, String, ColorRole) {
        switch status {
        case .running: (words.sessionRunning, "gearshape.2.fill", .news)
        case .waiting: (words.sessionWaiting, "hand.raised.fill", .attention)
        case .completed: (words.sessionCompleted, "checkmark.circle.fill", .success)
        case .failed: (words.sessionFailed, "xmark.octagon.fill", .failure)
        }
    }
}
