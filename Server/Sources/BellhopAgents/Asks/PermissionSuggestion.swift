import BellhopModel

/// An entry of Claude Code's `permission_suggestions` that an approval may remember, as it is shown and as the agent wrote it
/// (code.claude.com/docs/en/hooks, PermissionRequest).
struct PermissionSuggestion: Hashable {
    let rule: PermissionRule
    /// The agent's own object, which goes into `updatedPermissions`.
    let entry: JSONValue

    /// The suggestions of `input` that are safe to offer on a phone.
    static func all(in input: HookInput) -> [PermissionSuggestion] {
        switch input.agent {
        case .codex, .gemini, .opencode:
            // Codex fails its hook on `updatedPermissions` (developers.openai.com/codex/hooks); the others have no such field.
            return []
        case .claude:
            var known: Set<PermissionRule> = []
            let usable = input.list("permission_suggestions").compactMap(PermissionSuggestion.init)
            return Array(usable.filter { known.insert($0.rule).inserted }.prefix(APILimits.rules))
        }
    }

    /// Accepts only rules that allow something named: no change of mode, no folder, no removal, and no unknown field, which
    /// would be passed on without being understood.
    ///
    /// - Returns: `nil` for everything else.
    init?(_ entry: JSONValue) {
        guard let fields = entry.object, Set(fields.keys) == ["type", "rules", "behavior", "destination"],
            fields["type"]?.string == "addRules", fields["behavior"]?.string == "allow",
            let scope = fields["destination"]?.string.flatMap(Self.scope),
            let entries = fields["rules"]?.array, !entries.isEmpty
        else { return nil }
        let rules = entries.compactMap(ClaudePermissionRule.init)
        guard rules.count == entries.count, rules.allSatisfy({ !$0.isOpenEnded && !$0.changesTheAgent }) else {
            return nil
        }
        let text = rules.map(\.text).joined(separator: "\n")
        guard rules.allSatisfy({ Self.isShownExactly($0.text) }), text.count <= APILimits.ruleText else { return nil }
        self.rule = PermissionRule(text: text, scope: scope)
        self.entry = entry
    }

    /// Without `userSettings`, which applies to every project: a person who looks at a phone thinks of one.
    private static func scope(_ destination: String) -> PermissionRule.Scope? {
        switch destination {
        case "session": .session
        case "localSettings": .project
        case "projectSettings": .sharedProject
        default: nil
        }
    }

    /// Returns `true` if the rule is shown unmasked and in full, so that the signature covers exactly the shown text.
    private static func isShownExactly(_ text: String) -> Bool {
        DisplayText.line(text, characters: APILimits.ruleText) == text
            && DisplayText.review(text, characters: APILimits.ruleText) == text
    }
}

/// A permission rule of Claude Code: a tool and a pattern (code.claude.com/docs/en/permissions).
struct ClaudePermissionRule: Hashable {
    let tool: String
    let content: String

    /// - Returns: `nil` without a tool's plain name and a content: a rule without one allows the whole tool.
    init?(_ value: JSONValue) {
        guard let fields = value.object, Set(fields.keys) == ["toolName", "ruleContent"],
            let tool = fields["toolName"]?.string, let content = fields["ruleContent"]?.string,
            !tool.isEmpty, tool.utf8.allSatisfy(Self.isOfName), content.contains(where: { !$0.isWhitespace })
        else { return nil }
        self.tool = tool
        self.content = content
    }

    /// The rule as the agent's settings write it.
    var text: String { "\(tool)(\(content))" }

    /// `true` when the rule allows the whole tool, or any program.
    ///
    /// Compares short lists of known words. A rule that is not found to be open-ended may still be; the person decides about
    /// its exact text.
    var isOpenEnded: Bool {
        guard Self.shells.contains(tool) else { return !Self.isSpecific(value) }
        guard let wildcard = content.firstIndex(of: "*") else { return !Self.isSpecific(content[...]) }
        let words = content[..<wildcard].split { $0.isWhitespace || $0 == ":" }
            .filter { Self.isSpecific($0) && !$0.hasPrefix("-") && !$0.contains("=") && !Self.runsAnything($0) }
        guard let program = words.first.map(Self.program) else { return true }
        // With a wildcard after it, `rm -rf` can delete everything.
        if Self.isDangerous(content[..<wildcard]) { return true }
        return Self.collections.contains(program) && words.count < 2
    }

    private static func isDangerous(_ text: Substring) -> Bool {
        let shell = ShellCommands(String(text))
        return shell.deletesRecursively || shell.forcesPush || shell.overwritesDisk || shell.discardsWork
    }

    /// `true` when the rule is about the files that hold the agent's permissions.
    var changesTheAgent: Bool { content.lowercased().contains(".claude") }

    /// The pattern without its parameter, such as `domain:`.
    private var value: Substring {
        content.firstIndex(of: ":").map { content[content.index(after: $0)...] } ?? content[...]
    }

    private static func isSpecific(_ pattern: Substring) -> Bool {
        pattern.contains { $0.isLetter || $0.isNumber }
    }

    private static func runsAnything(_ word: Substring) -> Bool {
        runners.contains(program(word))
    }

    /// The program's name without folder and version.
    private static func program(_ word: Substring) -> String {
        let name = (word.split { $0 == "/" || $0 == "\\" }.last ?? word).lowercased()
        let end = name.lastIndex { !$0.isNumber && $0 != "." } ?? name.startIndex
        return name.isEmpty ? name : String(name[...end])
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static let shells: Set<String> = ["Bash", "PowerShell"]

    /// Programs that run their arguments as a program.
    private static let runners: Set<String> = [
        "sh", "bash", "zsh", "dash", "ksh", "fish", "csh", "tcsh", "pwsh", "powershell", "cmd", "cmd.exe",
        "python", "node", "deno", "bun", "ruby", "perl", "php", "lua", "osascript", "awk",
        "sudo", "doas", "su", "env", "exec", "eval", "command", "builtin", "source", "xargs", "nohup", "nice", "time",
        "timeout", "watch", "ssh", "npx", "bunx", "pnpx", "uvx", "pipx",
        "run", "dlx", "x", "busybox", "parallel", "setsid", "stdbuf", "chroot", "unshare", "nsenter", "script",
        "expect", "rscript",
        "julia", "java", "dotnet", "tclsh", "wsl", "entr",
    ]

    /// Programs with many subcommands, some of which run other programs: the rule must name the subcommand.
    private static let collections: Set<String> = [
        "git", "npm", "yarn", "pnpm", "make", "gmake", "just", "docker", "podman", "kubectl", "gh", "cargo", "go",
        "swift", "pip", "poetry", "uv", "brew", "apt", "apt-get", "aws", "gcloud", "az", "terraform", "systemctl",
        "launchctl", "find", "fd", "rsync", "tar", "vim", "vi", "emacs", "ed", "sed", "gradle", "mvn", "bundle", "rake",
        "composer", "helm", "ansible", "vagrant", "tmux", "screen", "crontab", "at", "dd", "rm", "chmod", "chown",
        "curl", "wget", "nc", "scp", "tee", "mv", "cp", "ln",
    ]
}
