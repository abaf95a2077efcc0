public import BellhopModel

/// Something that the app's screens show has changed. Each says how it is now, whole.
public enum BellhopUpdate: Hashable, Sendable {
    case registration(RegistrationState)
    case authorization(AuthorizationState)
    case permission(PermissionStep)
    case preferences(NotificationPreferences)
    /// Items have changed; only these. Told once, to whoever listens then; their source still has them.
    case changes([ItemChange])
    /// The whole list of items was read, and told as changes: there are these and no others. What the app keeps of
    /// others is gone, although nobody said so.
    case items(Set<String>)
    /// The asks that wait, newest first, and those of them that were answered here and are on their way.
    case pending([Ask], answering: [AskID: Answer])
    /// Something to show at once, in the app. When nobody listens, the system shows it.
    case card(InAppCard)
    case badge(Int)
    case session(AgentSession)
    /// Whether events arrive as they happen.
    case connected(Bool)

    var isCard: Bool { if case .card = self { true } else { false } }
}

/// What a ``Route`` leads to.
public enum Destination: Hashable, Sendable {
    case ask(Ask)
    case session(AgentSession, Route.SessionPurpose)
    /// A place that the app itself knows.
    case place(Route)
    /// It is gone, or belongs to somebody else.
    case notFound
    /// The server could not be asked.
    case unavailable
}
