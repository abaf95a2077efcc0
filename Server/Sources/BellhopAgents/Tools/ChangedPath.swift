/// Classifies the path of a changed file by its text alone. A symbolic link may lead elsewhere.
enum ChangedPath {
    /// Returns whether `path` is outside of `folder`, the agent's working folder. Temporary files do not count.
    static func isOutside(_ path: String, of folder: String?) -> Bool {
        guard let folder else { return path.hasPrefix("~") || path.hasPrefix("$HOME") }
        let project = parts(of: folder, in: folder)
        guard let full = resolved(path, in: folder) else { return false }
        return !([project] + scratch).contains { place in full.starts(with: place, by: isSame) }
    }

    /// Returns whether `path` is `folder` itself.
    static func isSame(_ path: String, as folder: String?) -> Bool {
        guard let folder, let full = resolved(path, in: folder) else { return false }
        return full.elementsEqual(parts(of: folder, in: folder), by: isSame)
    }

    /// Returns whether `path` holds an agent's permissions, or Bellhop's configuration.
    static func isOfSettings(_ path: String) -> Bool {
        let parts = parts(of: path.replacing("\\", with: "/").lowercased())
        if let name = parts.last, files.contains(name) { return true }
        return parts.indices.contains { index in
            let rest = parts[(index + 1)...]
            if agents.contains(parts[index]) { return rest.first.map(settings.contains) ?? true }
            return [".config", "state"].contains(parts[index]) && rest.first == "bellhop"
        }
    }

    /// The components of `path` relative to `folder`; `nil` when only a shell can expand it.
    private static func resolved(_ path: String, in folder: String) -> [Substring]? {
        absolute(slashed(path, in: folder), parts(of: folder, in: folder)).map(parts)
    }

    private static func parts(of path: String, in folder: String) -> [Substring] {
        parts(of: slashed(path, in: folder))
    }

    /// Replaces backslashes when the folder is a Windows path.
    private static func slashed(_ path: String, in folder: String) -> String {
        folder.contains("\\") && !folder.hasPrefix("/") ? path.replacing("\\", with: "/") : path
    }

    private static func isSame(_ a: Substring, _ b: Substring) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// - Returns: `nil` when only a shell can expand the path.
    private static func absolute(_ path: String, _ project: [Substring]) -> String? {
        let isBelowHome = ["home", "Users"].contains(project.first ?? "") && project.count > 1
        let home = isBelowHome ? Array(project.prefix(2)) : ["~"]
        for (word, folder) in [("~", home), ("$HOME", home), ("$PWD", project)]
        where path == word || path.hasPrefix(word + "/") {
            return "/" + folder.joined(separator: "/") + path.dropFirst(word.count)
        }
        if path.hasPrefix("$") { return nil }
        let isAbsolute = path.hasPrefix("/") || path.hasPrefix("~") || path.dropFirst().hasPrefix(":")
        return isAbsolute ? path : "/" + project.joined(separator: "/") + "/" + path
    }

    private static func parts(of path: String) -> [Substring] {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts
    }

    private static let scratch: [[Substring]] = [
        ["tmp"], ["var", "tmp"], ["private", "tmp"], ["var", "folders"], ["private", "var", "folders"], ["dev"],
    ]
    private static let files: Set<Substring> = [".mcp.json", ".claude.json", "opencode.json", "opencode.jsonc"]
    private static let agents: Set<Substring> = [".claude", ".codex", ".gemini", ".opencode"]
    private static let settings: Set<Substring> = [
        "settings.json", "settings.local.json", "hooks.json", "hooks", "config.toml", "policies", "plugins", "plugin",
    ]
}

extension ToolUse {
    /// The files that the input names as changed. For those of a command see ``ShellCommands``.
    var changedPaths: [String] {
        switch kind {
        case .write, .edit, .notebook: [path].compactMap(\.self)
        case .patch: Self.paths(ofPatch: plainText)
        default: []
        }
    }

    /// `*** Add File: PATH` and its like, in the patches of Codex and OpenCode.
    private static func paths(ofPatch patch: String) -> [String] {
        patch.split(whereSeparator: \.isNewline).compactMap { line in
            for mark in ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "]
            where line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
            return nil
        }
    }
}

extension ToolUse {
    /// The scripts that the command runs through known programs.
    var scripts: [ScriptName] {
        guard let command else { return [] }
        return ShellCommands(command).scripts(from: place.map { inFolder($0) } ?? folder)
    }

    private func inFolder(_ place: String) -> String {
        place.hasPrefix("/") || folder == nil ? place : "\(folder ?? "")/\(place)"
    }
}
