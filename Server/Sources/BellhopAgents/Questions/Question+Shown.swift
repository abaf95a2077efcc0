import BellhopModel

extension Question {
    /// An agent's question as a person sees it: its text cut in the middle, with what is suspicious about it above, for it is
    /// what is decided on.
    init(shown text: String, header: String?, options: [Option], multiSelect: Bool = false, allowsText: Bool = true) {
        self.init(
            text: DisplayText.review(text, characters: 1000),
            header: header.map { DisplayText.line($0, characters: 40) }, options: options, multiSelect: multiSelect,
            allowsText: allowsText)
    }
}

extension Question.Option {
    init(shown label: String, description: String? = nil) {
        self.init(
            label: DisplayText.line(label, characters: 200),
            description: description.map { DisplayText.paragraph($0, characters: 500) })
    }
}
