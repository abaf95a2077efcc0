/// What a colour says. The screens choose the colour itself, in light and dark, and never let it say anything alone:
/// there is always a symbol and a word beside it.
public enum ColorRole: String, Hashable, Sendable, CaseIterable {
    /// Something waits for the person.
    case attention
    case question
    case success
    case failure
    /// Nothing to do.
    case quiet
    /// News from an app.
    case news
}
