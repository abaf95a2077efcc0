/// What can be told of a file that is about to be changed by the words of its path alone. A symbolic link may lead
/// elsewhere.
enum ChangedPath {
    /// Whether `path` is not below `folder`, in which the agent works. Scratch files are nobody's concern.
    static func isOutside(_ path: String, of folder: String?) -> Bool {
        guard let folder else { return path.hasPrefix("~") || path.hasPrefix("$HOME") }
        let project = parts(of: folder, in: folder)
        guard let full = resolved(path, in: folder) else { return false }
        return !([project] + scratch).contains { place in full.starts(with: place, by: isSame) }
    }

    /// Whether `path` is `folder` itself.
    static func isSame(_ path: String, as folder: String?) -> Bool {
        guard let folder, let full = resolved(path, in: folder) else { return false }
        return full.elementsEqual(parts(of: folder, in: folder), by: isSame)
    }

    /// Whether it says what an agent may do, or who is asked.
    static func isOfSettings(_ path: String) -> Bool {
        let parts = parts(of: path.replacing("\\", with: "/").lowercased())
        if let name = parts.last, files.contains(name) { return true }
        return parts.indices.contains { index in
            let rest = parts[(index + 1)...]
            if agents.contains(parts[index]) { return rest.first.map(settings.contains) ?? true }
            return [".config", "state"].contains(parts[index]) && rest.first == "bellhop"
        }
    }

    /// The parts of `path` as seen from `folder`; `nil` when only a shell knows.
    private static func resolved(_ path: String, in folder: String) -> [Substring]? {
        absolute(slashed(path, in: folder), parts(of: folder, in: folder)).map(parts)
    }

    private static func parts(of path: String, in folder: String) -> [Substring] {
        parts(of: slashed(path, in: folder))
    }

    /// A backslash is a letter like any other but where the folder is one of Windows.
    private static func slashed(_ path: String, in folder: String) -> String {
        folder.contains("\\") && !folder.hasPrefix("/") ? path.replacing("\\", with: "/") : path
    }

    private static func isSame(_ a: Substring, _ b: Substring) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// `nil` when only a shell knows.
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
    /// The files that it changes, as far as its input names them. Those of a command are in ``ShellCommands``.
    var changedPaths: [String] {
        switch kind {
        case .write, .edit, .notebook: [path].compactMap(\.self)
        case .patch: Self.paths(ofPatch: plainText)
        default: []
        }
    }

    /// `*** Add File: PATH` and its like, of the patches that Codex and OpenCode write.
    private static func paths(ofPatch patch: String) -> [String] {
        patch.split(whereSeparator: \.isNewline).compactMap { line in
            for mark in ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "]
            where line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
            return nil
        }
    }
}

extension ToolUse {
    /// The scripts that its command runs, as far as known programs name them.
    var scripts: [ScriptName] {
        guard let command else { return [] }
        return ShellCommands(command).scripts(from: place.map { inFolder($0) } ?? folder)
    }

    private func inFolder(_ place: String) -> String {
        place.hasPrefix("/") || folder == nil ? place : "\(folder ?? "")/\(place)"
    }
}
