public import BellhopModel

/// A change for the app's screens. Each update is the complete new state.
public enum BellhopUpdate: Hashable, Sendable {
    case registration(RegistrationState)
    case authorization(AuthorizationState)
    case permission(PermissionStep)
    case preferences(NotificationPreferences)
    /// The items that have changed. Sent once, to the present readers; the source of the items has them too.
    case changes([ItemChange])
    /// The IDs of all items, after the complete list was read. Items that the app knows and the list lacks were deleted.
    case items(Set<String>)
    /// The pending asks, newest first, and the answers to them that are on their way.
    case pending([Ask], answering: [AskID: Answer])
    /// A notification to show in the app. Without a reader the system shows it.
    case card(InAppCard)
    case badge(Int)
    case session(AgentSession)
    /// The state of the event connection.
    case connected(Bool)

    var isCard: Bool { if case .card = self { true } else { false } }
}

/// The result of a change that only the server can make.
public enum ServerChangeResult: Hashable, Sendable {
    case done
    /// The server refused it, with the reason for the person.
    case refused(message: String)
    /// The server could not be reached, or the device is not paired. Nothing is kept to be sent later.
    case unavailable
}

/// The destination of a ``Route``.
public enum Destination: Hashable, Sendable {
    case ask(Ask)
    case session(AgentSession, Route.SessionPurpose)
    /// A place that the app itself knows.
    case place(Route)
    /// It is deleted, or belongs to another user.
    case notFound
    /// The server could not be reached.
    case unavailable
}
