public import BellhopKit
public import BellhopModel

/// Something that is muted, as a list shows it.
public struct MutedRow: Hashable, Sendable, Identifiable {
    public let subject: Mute.Subject
    public let title: String
    /// `nil` for ever.
    public let until: Timestamp?

    public var id: Mute.Subject { subject }

    /// - Parameter session: the muted one, when it is known.
    public init(_ mute: Mute, session: AgentSession? = nil, words: Strings = .current) {
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
