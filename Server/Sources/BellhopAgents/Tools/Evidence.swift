import BellhopModel

/// The part of an ask's input that its body shows, and the number of characters that it leaves out.
struct Evidence: Hashable {
    let text: String
    /// The number of characters that are cut or masked.
    let omitted: Int

    /// The warnings, then `text`, cut in its middle.
    init(_ text: String, hazards: [Hazard] = [], warnings: [String] = []) {
        let words = (hazards.map(\.rawValue) + warnings).joined(separator: "; ")
        let first = words.isEmpty ? "" : "⚠ \(words)\n"
        let limit = APILimits.text - first.count - Self.longestWarnings
        // How much is missing is said where the room for it is known: in the push.
        let shown = ReviewText(text).cut(toCharacters: limit, isNoted: false)
        self.text = first + shown.text
        omitted = shown.hidden
    }

    /// The evidence of a tool use and of the scripts that it runs.
    init(_ use: ToolUse, running scripts: [ScriptFile] = []) {
        let lines = [use.plainText] + scripts.flatMap(\.lines)
        self.init(
            lines.joined(separator: "\n"), hazards: Hazard.all(in: use), warnings: scripts.compactMap(\.warning))
    }

    /// The evidence of questions, which take no approval: the first one, and the number of others.
    init(_ questions: [Question]) { self.init(shown: Self.text(questions)) }

    /// The evidence of `text` that is ready to be shown and complete.
    init(shown text: String) {
        self.text = text
        omitted = 0
    }

    static func text(_ questions: [Question]) -> String {
        let first = questions.first?.text ?? ""
        return questions.count < 2 ? first : "\(first)\n… and \(questions.count - 1) more"
    }

    /// Room for the line of warnings that ``ReviewText`` puts above.
    private static let longestWarnings = DisplayText.usualLength + 3
}
