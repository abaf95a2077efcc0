import BellhopAgents
import BellhopModel
import Foundation

extension AgentFiles {
    /// What in these files is in the way of hooks.
    func obstacles() -> [HookObstacle] {
        switch agent {
        case .claude: hooks.flatMap(claude) + managed.flatMap(managedClaude)
        case .codex: codex()
        case .gemini: (hooks + managed).flatMap(gemini)
        case .opencode: []
        }
    }

    /// The name of Claude Code's plugin in these settings, where it is enabled: `bellhop@` and a marketplace.
    func enabledPlugin() -> String? {
        guard agent == .claude else { return nil }
        return hooks.lazy.compactMap(Self.plugin).first
    }

    private static func plugin(in file: URL) -> String? {
        json(file)?["enabledPlugins"]?.object?.first { $0.key.hasPrefix("bellhop@") && $0.value.bool == true }?.key
    }

    private func claude(_ file: URL) -> [HookObstacle] {
        guard Self.json(file)?["disableAllHooks"]?.bool == true else { return [] }
        return [.init("`disableAllHooks` is on in \(file.path): Claude Code runs no hook", do: "Take it out there.")]
    }

    private func managedClaude(_ file: URL) -> [HookObstacle] {
        let settings = Self.json(file)
        return ["disableAllHooks", "allowManagedHooksOnly"].filter { settings?[$0]?.bool == true }.map {
            .init(
                "\(file.path) sets `\($0)`: Claude Code runs no hook of yours",
                do: "Whoever manages this machine can take it out, or put Bellhop's hooks into that file.")
        }
    }

    private func codex() -> [HookObstacle] {
        let configuration = CodexConfiguration(environment: environment)
        let own: [HookObstacle] =
            configuration.runsHooks
            ? []
            : [.init("`features.hooks` is off in \(configuration.path): Codex runs no hook", do: "Set it to true.")]
        let former: [HookObstacle] =
            configuration.asksInFormerWay
            ? [
                .init(
                    "`approval_policy` is untrusted in \(configuration.path): Codex 0.163 and later refuse to start with it",
                    do: "Set it to on-request.")
            ] : []
        return own + former
            + managed.flatMap { file -> [HookObstacle] in
                let entries = TOMLEntries((try? String(contentsOf: file, encoding: .utf8)) ?? "")
                guard entries["allow_managed_hooks_only"] == "true" || entries["features", "hooks"] == "false" else {
                    return []
                }
                return [
                    .init(
                        "\(file.path) lets Codex run no hook of yours",
                        do: "Whoever manages this machine can change that, or put Bellhop's hooks into that file.")
                ]
            }
    }

    private func gemini(_ file: URL) -> [HookObstacle] {
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
