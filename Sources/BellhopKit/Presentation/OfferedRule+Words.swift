public import BellhopModel

extension OfferedRule.Scope {
    /// How far a rule reaches, in the language of `words`.
    public func words(_ words: Strings = .current) -> String {
        switch self {
        case .session: words.ruleSession
        case .project: words.ruleProject
        case .sharedProject: words.ruleSharedProject
        }
    }
}
