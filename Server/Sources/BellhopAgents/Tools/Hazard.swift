import BellhopModel

/// Something about a tool use that a person should see first.
///
/// A hint from a short list of known words, never a guard: that nothing is found proves nothing.
enum Hazard: String, Hashable, CaseIterable {
    case outsideSandbox = "outside the sandbox"
    case deletesRecursively = "deletes recursively"
    case runsDownload = "downloads and runs"
    case forcesPush = "force push"
    case leavesProject = "writes outside the project"

    static func all(in use: ToolUse) -> [Hazard] {
        var found: [Hazard] = []
        if use.input["dangerouslyDisableSandbox"]?.lenientFlag == true { found.append(.outsideSandbox) }
        if use.writesOutsideProject { found.append(.leavesProject) }
        if let command = use.text("command"), use.kind != .patch { found += all(in: ShellWords(command)) }
        return found
    }

    private static func all(in shell: ShellWords) -> [Hazard] {
        var found: [Hazard] = []
        if shell.arguments(of: "rm").contains(where: isRecursive) { found.append(.deletesRecursively) }
        if shell.runs(anyOf: ["curl", "wget"]), shell.runs(anyOf: interpreters) { found.append(.runsDownload) }
        if shell.arguments(of: "git").contains(where: isForcedPush) { found.append(.forcesPush) }
        return found
    }

    private static let interpreters: Set<String> = [
        "sh", "bash", "zsh", "dash", "ksh", "fish", "python", "python3", "node", "perl", "ruby", "osascript",
    ]

    private static func isRecursive(_ arguments: ArraySlice<String>) -> Bool {
        arguments.contains { $0 == "--recursive" || isShort($0) && $0.contains { $0 == "r" || $0 == "R" } }
    }

    private static func isForcedPush(_ arguments: ArraySlice<String>) -> Bool {
        guard let push = arguments.firstIndex(of: "push") else { return false }
        return arguments[(push + 1)...].contains {
            $0.hasPrefix("--force") || isShort($0) && $0.contains("f") || $0.count > 1 && $0.hasPrefix("+")
        }
    }

    private static func isShort(_ argument: String) -> Bool { argument.hasPrefix("-") && !argument.hasPrefix("--") }
}
