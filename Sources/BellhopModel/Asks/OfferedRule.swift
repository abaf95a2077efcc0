/// What an agent suggests to allow from now on, without asking again.
///
/// An answer that takes it up repeats it whole, so that what is signed says in words what is remembered.
public struct OfferedRule: Codable, Hashable, Sendable {
    /// Exactly what is allowed, in the agent's own notation, such as `Bash(npm test:*)`. Several that belong together
    /// stand on a line each.
    public var text: String
    public var scope: Scope

    /// How far it reaches, and where the agent keeps it.
    public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
        /// Until the agent's session ends.
        case session
        /// In this project, for this person.
        case project
        /// In this project, for everybody who works on it: the agent keeps it in a file that is shared with them.
        case sharedProject = "shared_project"
    }

    public init(text: String, scope: Scope) {
        self.text = text
        self.scope = scope
    }
}
