/// How an ask ended, for whoever made it.
public enum AskEnding: Hashable, Sendable {
    case answered(VerifiedAnswer)
    /// Why there is no answer: one sentence.
    case failed(String)
    /// Whoever made it has taken it back.
    case withdrawn
}
