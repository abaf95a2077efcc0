import BellhopModel

/// What an ask shows of what is decided on.
enum Evidence {
    /// Room for the line that ``ShownText/evidence(_:characters:)`` puts above what is suspicious.
    private static let longestWarnings = ShownText.usualLength + 3

    /// What to watch out for first, then the text, cut in its middle.
    static func body(_ text: String, hazards: [Hazard] = [], warnings: [String] = []) -> String {
        let words = (hazards.map(\.rawValue) + warnings).joined(separator: "; ")
        let first = words.isEmpty ? "" : "⚠ \(words)\n"
        return first + ShownText.evidence(text, characters: APILimits.text - first.count - longestWarnings)
    }

    /// Of a tool's use, and of the scripts that it runs.
    static func body(_ use: ToolUse, running scripts: [ScriptFile] = []) -> String {
        let lines = [use.plainText] + scripts.flatMap(\.lines)
        return body(
            lines.joined(separator: "\n"), hazards: Hazard.all(in: use), warnings: scripts.compactMap(\.warning))
    }

    /// Of questions: the first one, and how many more there are.
    static func body(_ questions: [Question]) -> String {
        let first = questions.first?.text ?? ""
        return questions.count < 2 ? first : "\(first)\n… and \(questions.count - 1) more"
    }
}
