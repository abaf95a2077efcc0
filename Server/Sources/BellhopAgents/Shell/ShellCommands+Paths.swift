extension ShellCommands {
    /// The files and folders that are written, moved or deleted, as far as known programs name them.
    ///
    /// - Parameter start: where the line begins; `nil` for the folder that the paths are seen from.
    func changedPaths(from start: String? = nil) -> [String] {
        var place = start.flatMap { $0.utf8.count <= Self.longestPath ? $0 : nil }
        return all.flatMap { command in
            let changed = (command.targets + command.changedArguments).map { path in
                place.map { Self.isAbsolute(path) ? path : "\($0)/\(path)" } ?? path
            }
            if let folder = command.run(ofAny: ["cd", "pushd"])?.arguments.first(where: { !$0.hasPrefix("-") }) {
                let next = place.map { Self.isAbsolute(folder) ? folder : "\($0)/\(folder)" } ?? folder
                if next.utf8.count <= Self.longestPath { place = next }
            }
            return changed
        }
    }

    /// In bytes. A folder that is deeper is not followed.
    private static let longestPath = 512

    private static func isAbsolute(_ path: String) -> Bool {
        path.hasPrefix("/") || path.hasPrefix("~") || path.hasPrefix("$")
    }
}

extension ShellCommand {
    fileprivate var changedArguments: [String] {
        if let found = run(ofAny: Self.changers) { return Self.names(found.arguments) }
        if let found = run(ofAny: Self.copiers) { return Array(Self.names(found.arguments).suffix(1)) }
        if let found = run(ofAny: ["sed", "perl"]), found.arguments.contains(where: { $0.hasPrefix("-i") }) {
            return Array(Self.names(found.arguments).dropFirst())
        }
        if let found = run(ofAny: ["dd"]) {
            return found.arguments.compactMap { $0.hasPrefix("of=") ? String($0.dropFirst(3)) : nil }
        }
        return []
    }

    private static func names(_ arguments: ArraySlice<String>) -> [String] {
        arguments.filter { !$0.hasPrefix("-") }
    }

    private static let changers: Set<String> = [
        "rm", "srm", "rmdir", "unlink", "shred", "mv", "tee", "touch", "mkdir", "truncate", "chmod", "chown", "chgrp",
    ]
    private static let copiers: Set<String> = ["cp", "ln", "install", "rsync"]
}
