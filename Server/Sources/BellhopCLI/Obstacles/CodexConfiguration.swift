import BellhopAgents
import Foundation

/// What Codex's `config.toml` says about hooks.
struct CodexConfiguration: Sendable {
    let path: String
    private let entries: TOMLEntries

    init(environment: [String: String]) {
        let hooks = SettingsPlace(of: .codex, environment: environment).file
        let file = hooks.deletingLastPathComponent().appending(path: "config.toml")
        path = file.path
        entries = TOMLEntries((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }

    /// On unless somebody has switched it off, also by its former name.
    var runsHooks: Bool { (entries["features", "hooks"] ?? entries["features", "codex_hooks"]) != "false" }

    /// Codex does not start with it any more (0.163).
    var asksInFormerWay: Bool { ["\"untrusted\"", "'untrusted'"].contains(entries["approval_policy"]) }

    /// Whether somebody has trusted the hook that stands there, and has not switched it off since. What has changed since
    /// then is trusted no more, but that only Codex can tell (openai/codex, codex-rs/hooks/src/engine/discovery.rs).
    func trusts(_ place: HookSettings.Place, in file: URL) -> Bool {
        let paths = [file.path, file.standardizedFileURL.path, file.resolvingSymlinksInPath().path]
        return Set(paths).contains { path in
            let key = "\(path):\(Self.label(place.event)):\(place.group):\(place.handler)"
            return entries["hooks", "state", key, "trusted_hash"] != nil
                && entries["hooks", "state", key, "enabled"] != "false"
        }
    }

    /// `PermissionRequest` is `permission_request` there.
    private static func label(_ event: String) -> String {
        event.reduce(into: "") { label, character in
            if character.isUppercase, !label.isEmpty { label.append("_") }
            label += character.lowercased()
        }
    }
}
