/// Something about a tool use that a person should see first.
///
/// A hint from a short list of known words, never a guard: that nothing is found proves nothing.
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

    /// In the order of the cases.
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
