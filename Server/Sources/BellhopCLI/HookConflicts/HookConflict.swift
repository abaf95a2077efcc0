import BellhopAgents
import BellhopFoundation
import BellhopModel

/// A setting in an agent's configuration that prevents its hooks from running.
struct HookConflict: Hashable, Sendable {
    /// A sentence without its full stop.
    let problem: String
    /// The remedy, a sentence.
    let remedy: String

    init(_ problem: String, do remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }
}

extension AgentFiles {
    /// The settings in these files that prevent hooks from running.
    func conflicts() -> [HookConflict] {
        switch agent {
        case .claude: hooks.flatMap(claude) + managed.flatMap(managedClaude)
        case .codex: codex()
        case .gemini: (hooks + managed).flatMap(gemini)
        case .opencode: []
        }
    }

    /// The name of Bellhop's enabled Claude Code plugin, `bellhop@` and a marketplace; `nil` when none is enabled.
    func enabledPlugin() -> String? {
        guard agent == .claude else { return nil }
        return hooks.lazy.compactMap(Self.plugin).first
    }

    private static func plugin(in file: URL) -> String? {
        json(file)?["enabledPlugins"]?.object?.first { $0.key.hasPrefix("bellhop@") && $0.value.bool == true }?.key
    }

    private func claude(_ file: URL) -> [HookConflict] {
        guard Self.json(file)?["disableAllHooks"]?.bool == true else { return [] }
        return [.init("`disableAllHooks` is on in \(file.path): Claude Code runs no hook", do: "Remove it there.")]
    }

    private func managedClaude(_ file: URL) -> [HookConflict] {
        let settings = Self.json(file)
        return ["disableAllHooks", "allowManagedHooksOnly"].filter { settings?[$0]?.bool == true }.map {
            .init(
                "\(file.path) sets `\($0)`: Claude Code does not run your hooks",
                do: "The machine's administrator can remove it, or add Bellhop's hooks to that file.")
        }
    }

    private func codex() -> [HookConflict] {
        let configuration = CodexConfiguration(environment: environment)
        let own: [HookConflict] =
            configuration.runsHooks
            ? []
            : [.init("`features.hooks` is off in \(configuration.path): Codex runs no hook", do: "Set it to true.")]
        let policy: [HookConflict] =
            configuration.hasRemovedApprovalPolicy
            ? [
                .init(
                    "`approval_policy` is untrusted in \(configuration.path): Codex 0.163 and later refuse to start with it",
                    do: "Set it to on-request.")
            ] : []
        return own + policy
            + managed.flatMap { file -> [HookConflict] in
                let entries = TOMLEntries((try? String(contentsOf: file, encoding: .utf8)) ?? "")
                guard entries["allow_managed_hooks_only"] == "true" || entries["features", "hooks"] == "false" else {
                    return []
                }
                return [
                    .init(
                        "\(file.path) prevents Codex from running your hooks",
                        do: "The machine's administrator can change that, or add Bellhop's hooks to that file.")
                ]
            }
    }

    private func gemini(_ file: URL) -> [HookConflict] {
        guard let settings = Self.json(file)?["hooksConfig"] else { return [] }
        if settings["enabled"]?.bool == false {
            return [
                .init("`hooksConfig.enabled` is off in \(file.path): Gemini CLI runs no hook", do: "Set it to true.")
            ]
        }
        guard settings["disabled"]?.array?.contains("bellhop") == true else { return [] }
        return [
            .init(
                "`hooksConfig.disabled` in \(file.path) names bellhop: Gemini CLI does not ask your phone",
                do: "Run `/hooks enable bellhop` in Gemini CLI.")
        ]
    }

    private static func json(_ file: URL) -> JSONValue? {
        FileManager.default.contents(atPath: file.path).flatMap { JSONValue(bounded: Array($0)) }
    }
}
