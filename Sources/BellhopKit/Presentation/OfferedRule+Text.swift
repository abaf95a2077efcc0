public import BellhopModel

extension OfferedRule.Scope {
    /// The label of the scope in which the rule applies, such as "this session".
    public func label(in language: Language = .current) -> String {
        let strings = Strings(language)
        return switch self {
        case .session: strings.ruleSession
        case .project: strings.ruleProject
        case .sharedProject: strings.ruleSharedProject
        }
    }
}
