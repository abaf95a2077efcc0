/// The commands of a shell line, parsed far enough to find known programs.
///
/// The findings are hints: a line without findings may still be harmful.
struct ShellCommands {
    let all: [ShellCommand]

    init(_ text: String) {
        var scan = ShellScanner(text)
        all = scan.run()
    }

    var deletesRecursively: Bool {
        all.contains { command in
            if let found = command.arguments(ofAny: ["find", "fd", "fdfind"]), Self.deletesMatches(found.arguments) {
                return true
            }
            if let sync = command.run(ofAny: ["rsync"]), sync.arguments.contains(where: { $0.hasPrefix("--del") }) {
                return true
            }
            guard let found = command.arguments(ofAny: Self.deleters) else { return false }
            return found.arguments.contains(where: Self.isRecursive)
        }
    }

    var forcesPush: Bool {
        gitArguments(of: "push").contains { arguments in
            arguments.contains { argument in
                Self.isLong(argument, "--force", from: "--fo") || Self.isLong(argument, "--mirror", from: "--mi")
                    || Self.isShort(argument) && argument.contains("f")
                    || argument.count > 1 && argument.hasPrefix("+")
            }
        }
    }

    var deletesBranches: Bool {
        gitArguments(of: "push").contains { arguments in
            arguments.contains { argument in
                Self.isLong(argument, "--delete", from: "--de") || Self.isShort(argument) && argument.contains("d")
                    || argument.count > 1 && argument.hasPrefix(":")
            }
        }
    }

    /// `true` for commands that delete uncommitted work.
    var discardsWork: Bool {
        gitArguments(of: "reset").contains { $0.contains("--hard") }
            || gitArguments(of: "clean").contains {
                $0.contains { Self.isShort($0) && $0.contains("f") || $0 == "--force" }
            }
            || gitArguments(of: "checkout").contains { $0.contains("--") || $0.contains(".") || $0.contains("-f") }
            || gitArguments(of: "restore").contains { !$0.contains("--staged") && !$0.contains("-S") }
            || gitArguments(of: "switch").contains { $0.contains("-f") || $0.contains("--discard-changes") }
            || gitArguments(of: "stash").contains { $0.contains("drop") || $0.contains("clear") }
            || gitArguments(of: "branch").contains { $0.contains("-D") }
    }

    var runsAsRoot: Bool { all.contains { $0.run(ofAny: ["sudo", "doas", "su", "pkexec", "runas"]) != nil } }

    var overwritesDisk: Bool {
        all.contains { command in
            let paths = command.targets + (command.run(ofAny: ["dd"])?.arguments.map { $0 } ?? [])
            return paths.contains { path in
                ["/dev/sd", "/dev/disk", "/dev/rdisk", "/dev/nvme", "/dev/mmcblk", "/dev/vd"].contains {
                    path.hasPrefix($0) || path.hasPrefix("of=" + $0)
                }
            } || command.words.contains { ShellCommand.name(of: $0).hasPrefix("mkfs") }
                || command.run(ofAny: ["wipefs"]) != nil
                || command.run(ofAny: ["diskutil"])?.arguments.contains { $0.hasPrefix("erase") } ?? false
        }
    }

    private func gitArguments(of subcommand: String) -> [ArraySlice<String>] {
        all.compactMap { command in
            guard let found = command.arguments(ofAny: ["git"]),
                let index = found.arguments.firstIndex(of: subcommand)
            else { return nil }
            return found.arguments[(index + 1)...]
        }
    }

    private static func deletesMatches(_ arguments: ArraySlice<String>) -> Bool {
        let runs = arguments.contains { ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec"].contains($0) }
        return arguments.contains("-delete")
            || runs && arguments.contains { ["rm", "unlink", "shred", "rmdir"].contains(ShellCommand.name(of: $0)) }
    }

    /// `-rf`, `--recursive` and its abbreviations, PowerShell's `-Recurse` and `/s` of Windows.
    private static func isRecursive(_ argument: String) -> Bool {
        isLong(argument, "--recursive", from: "--r") || argument.lowercased() == "/s"
            || isShort(argument) && argument.contains { $0 == "r" || $0 == "R" }
    }

    /// Returns whether `argument` is `option`, an abbreviation of it, or either with a value.
    private static func isLong(_ argument: String, _ option: String, from shortest: String) -> Bool {
        argument.hasPrefix(shortest) && (option.hasPrefix(argument) || argument.hasPrefix(option))
    }

    private static func isShort(_ argument: String) -> Bool { argument.hasPrefix("-") && !argument.hasPrefix("--") }

    private static let deleters: Set<String> = ["rm", "srm", "remove-item", "ri", "rd", "del", "erase"]
}

extension ShellCommands {
    /// The files and folders that known programs write, move or delete.
    ///
    /// - Parameter start: the initial folder; `nil` for the one that paths are relative to.
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

    /// The maximum size of a followed path, in bytes.
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
