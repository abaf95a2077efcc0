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
