extension ToolUse {
    /// Whether it changes a file that is not below the folder the agent works in, as far as its input names files.
    var writesOutsideProject: Bool {
        guard let folder else { return false }
        return writtenPaths.contains { !Self.stands($0, in: folder) }
    }

    private var writtenPaths: [String] {
        switch kind {
        case .write, .edit, .notebook: [path].compactMap(\.self)
        case .patch: Self.paths(ofPatch: plainText)
        default: []
        }
    }

    /// `*** Add File: PATH` and its like, of the patches that Codex and OpenCode write.
    private static func paths(ofPatch patch: String) -> [String] {
        patch.split(separator: "\n").compactMap { line in
            for mark in ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "]
            where line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
            return nil
        }
    }

    /// By the words of the path alone: a symbolic link may lead elsewhere.
    private static func stands(_ path: String, in folder: String) -> Bool {
        guard !path.hasPrefix("~") else { return false }
        let project = parts(of: folder)
        let full = parts(of: path.hasPrefix("/") ? path : folder + "/" + path)
        return full.starts(with: project)
    }

    private static func parts(of path: String) -> [Substring] {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts
    }
}
