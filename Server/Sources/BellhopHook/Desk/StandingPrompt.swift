/// What the ``Desk`` knows of a prompt of which the agent says a second time that it stands.
enum StandingPrompt: Hashable, Sendable {
    /// A phone shows it, or showed it until a moment ago.
    case shown
    /// Its hook has not reached the server yet, nor given up.
    case onItsWay
    /// No phone shows it. By its name on the desk, where its hook could leave it there.
    case unshown(String?)
}
