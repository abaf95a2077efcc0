public import BellhopModel

/// What the person has chosen and typed so far for one question.
public struct ReplyDraft: Hashable, Sendable {
    /// Labels, in the order in which they were chosen.
    public private(set) var selected: [String] = []
    public var text = ""

    public init() {}

    public func isSelected(_ option: Question.Option) -> Bool { selected.contains(option.label) }

    /// Chooses `option` or takes the choice back. Where one may be chosen, it replaces the other.
    public mutating func toggle(_ option: Question.Option, of question: Question) {
        if let index = selected.firstIndex(of: option.label) {
            selected.remove(at: index)
        } else if question.multiSelect {
            selected.append(option.label)
        } else {
            selected = [option.label]
        }
    }

    /// - Returns: `nil` while nothing is said that the question takes.
    public func reply(to question: Question) -> Reply? {
        let offered = question.options.map(\.label)
        let chosen = offered.filter(selected.contains)
        let typed = question.allowsText && text.contains { !$0.isWhitespace } ? text : nil
        guard !chosen.isEmpty || typed != nil else { return nil }
        return Reply(selected: chosen, text: typed)
    }
}
