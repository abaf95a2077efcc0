/// How far a screen's content is loaded.
public enum Loading: Hashable, Sendable {
    case loading
    case loaded
    /// The server could not be asked. What is shown is what was known before, if anything was.
    case unavailable
}
