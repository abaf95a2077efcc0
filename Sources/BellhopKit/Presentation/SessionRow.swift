public import BellhopModel

/// A session as a row of a list.
public struct SessionRow: Hashable, Sendable, Identifiable {
    public let id: SessionID
    public let title: String
    /// The agent, project and machine of the session.
    public let origin: String
    public let status: String
    /// The name of an SF Symbol.
    public let symbol: String
    public let color: ColorRole
    /// The current operation, if any.
    public let operation: String?
    /// 0 to 1; `nil` without a to-do list.
    public let fraction: Double?
    /// The progress, such as `3 of 7 tasks`.
    public let progress: String?
    public let updatedAt: Timestamp

    public init(_ session: AgentSession, language: Language = .current) {
        let strings = Strings(language)
        id = session.id
        title = DisplayText.line(session.title, characters: 80)
        let source = [session.origin.agent, session.origin.project, session.origin.host].compactMap(\.self)
        origin = source.map { DisplayText.line($0, characters: 60) }.joined(separator: " · ")
        (status, symbol, color) = Self.appearance(of: session.status, strings)
        let isOver = session.status == .completed || session.status == .failed
        operation = isOver ? nil : session.operation.map { DisplayText.line($0, characters: 100) }
        let counted = session.progress.flatMap { $0.total > 0 ? $0 : nil }
        fraction = counted.map { min(1, max(0, Double($0.completed) / Double($0.total))) }
        progress = counted.map { strings.sessionProgress(done: min(max(0, $0.completed), $0.total), count: $0.total) }
        updatedAt = session.updatedAt
    }

    /// The text for VoiceOver.
    public var spoken: String {
        [title, status, operation, progress, origin.isEmpty ? nil : origin].compactMap(\.self).joined(separator: ", ")
    }

    private static func appearance(of status: SessionStatus, _ strings: Strings) -> (String, String, ColorRole) {
        switch status {
        case .running: (strings.sessionRunning, "gearshape.2.fill", .news)
        case .waiting: (strings.sessionWaiting, "hand.raised.fill", .attention)
        case .completed: (strings.sessionCompleted, "checkmark.circle.fill", .success)
        case .failed: (strings.sessionFailed, "xmark.octagon.fill", .failure)
        }
    }
}
