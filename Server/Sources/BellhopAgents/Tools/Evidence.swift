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
        // The push adds how much is missing: it knows the available size.
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

/// A property of a tool use that is shown first.
///
/// A hint based on a short list of known words, not a guard: a tool use without hazards may still be harmful.
enum Hazard: String, Hashable, CaseIterable {
    case outsideSandbox = "outside the sandbox"
    case changesSettings = "changes the agent's own settings"
    case leavesProject = "outside the project"
    case asRoot = "as root"
    case overwritesDisk = "overwrites a disk"
    case deletesRecursively = "deletes recursively"
    case runsDownload = "downloads and runs"
    case runsDecodedText = "runs what it decodes"
    case forcesPush = "force push"
    case deletesBranches = "deletes a remote branch"
    case discardsWork = "discards work"

    /// The hazards of a tool use, in the order of the cases.
    static func all(in use: ToolUse) -> [Hazard] {
        let shell = use.command.map(ShellCommands.init)
        let changed = use.changedPaths + (shell?.changedPaths(from: use.place) ?? [])
        return allCases.filter { $0.isFound(in: use, shell, changed) }
    }

    private func isFound(in use: ToolUse, _ shell: ShellCommands?, _ changed: [String]) -> Bool {
        switch self {
        case .outsideSandbox: use.input["dangerouslyDisableSandbox"]?.lenientFlag == true
        case .changesSettings: changed.contains(where: ChangedPath.isOfSettings)
        case .leavesProject: (changed + use.places).contains { ChangedPath.isOutside($0, of: use.folder) }
        case .asRoot: shell?.runsAsRoot ?? false
        case .overwritesDisk: shell?.overwritesDisk ?? false
        case .deletesRecursively: shell?.deletesRecursively ?? false
        case .runsDownload: shell?.runsDownload ?? false
        case .runsDecodedText: shell?.runsDecodedText ?? false
        case .forcesPush: shell?.forcesPush ?? false
        case .deletesBranches: shell?.deletesBranches ?? false
        case .discardsWork: shell?.discardsWork ?? false
        }
    }
}
