/// The meaning of a colour. The screens choose the colour for light and dark mode, and always show a symbol and a word
/// beside it.
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
