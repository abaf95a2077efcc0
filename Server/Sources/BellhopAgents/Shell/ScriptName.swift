/// A script that a command names.
public struct ScriptName: Hashable, Sendable {
    /// The word in the command.
    public let word: String
    /// The path, absolute or below `~/`; `nil` when only a shell can expand it.
    public let path: String?
    /// `true` when the command runs the word, `false` when it is one of the arguments of a program that runs others.
    public let isCertain: Bool
}

/// Reads scripts in order, without words that turn out to be no scripts.
public typealias ScriptReading = ([ScriptName]) -> [ScriptFile]

extension ShellCommands {
    /// The scripts that the commands run.
    ///
    /// - Parameter start: the absolute path of the initial folder.
    func scripts(from start: String?) -> [ScriptName] {
        var place = start
        var found: [ScriptName] = []
        var known: Set<ScriptName> = []
        for command in all {
            for (word, isCertain) in command.scriptWords {
                let name = ScriptName(word: word, path: Self.resolved(word, in: place), isCertain: isCertain)
                if known.insert(name).inserted { found.append(name) }
            }
            if let moved = command.run(ofAny: ["cd", "pushd"]) {
                let folder = moved.arguments.first { !$0.hasPrefix("-") }
                place = Self.resolved(folder ?? "~", in: place)
            }
        }
        return found
    }

    /// - Returns: an absolute path, or one that begins with `~/`.
    private static func resolved(_ word: String, in place: String?) -> String? {
        for (sign, folder) in [("~", "~"), ("$HOME", "~"), ("$PWD", place)] {
            guard word == sign || word.hasPrefix(sign + "/") else { continue }
            let rest = String(word.dropFirst(sign.count))
            return isPlain(rest) ? folder.map { $0 + rest } : nil
        }
        guard isPlain(word), !word.hasPrefix("~") else { return nil }
        if word.hasPrefix("/") { return word }
        return place.map { "\($0)/\(word)" }
    }

    /// Returns whether a shell does not expand the word.
    private static func isPlain(_ word: String) -> Bool { !word.contains { "$*?[]".contains($0) } }
}

extension ShellCommand {
    /// The words that name scripts, with ``ScriptName/isCertain``.
    var scriptWords: [(String, isCertain: Bool)] {
        Self.scriptWords(in: words.drop(while: Self.isAssignment))
    }

    /// - Parameter depth: the number of nested shells (`sh -c`).
    private static func scriptWords(in words: ArraySlice<String>, depth: Int = 0) -> [(String, isCertain: Bool)] {
        guard let program = words.first else { return [] }
        // No path: deeper scripts are not searched.
        guard depth <= deepest else { return [("$", true)] }
        let rest = words.dropFirst()
        let own = isOfProject(program) ? [(program, isCertain: true)] : []
        if let name = interpreter(program) { return own + script(of: name, rest, depth) }
        if programRunners.contains(name(of: program)) { return own + launched(by: name(of: program), rest, depth) }
        return own
    }

    /// The scripts in the arguments of a program that runs others. Its own arguments cannot be told from the next program, so
    /// each path counts, but is not certain.
    private static func launched(
        by program: String, _ words: ArraySlice<String>, _ depth: Int
    ) -> [(String, isCertain: Bool)] {
        var found: [(String, isCertain: Bool)] = []
        var isNext = program != "find"
        for (index, word) in zip(words.indices, words) {
            if let name = interpreter(word), isNext || name != "." {
                let own = isOfProject(word) ? [(word, isCertain: true)] : []
                return found + own + script(of: name, words[(index + 1)...], depth)
            }
            if word.contains("/"), !word.hasPrefix("-"), !isAssignment(word) {
                if isOfProject(word) { found.append((word, isNext)) }
                if isNext { return found }
            } else if ["-exec", "-execdir", "-ok", "-okdir"].contains(word) {
                isNext = true
            } else if !word.hasPrefix("-"), !isAssignment(word), word.first?.isNumber != true {
                isNext = false
            }
        }
        return found
    }

    /// Returns whether the path may be a script of a project. Programs of the system need the system's rights to be replaced.
    private static func isOfProject(_ path: String) -> Bool {
        path.contains("/")
            && !["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/System/"].contains(where: path.hasPrefix)
    }

    /// The first argument that is no option; after a shell's `-c` the scripts of its line.
    private static func script(
        of program: String, _ arguments: ArraySlice<String>, _ depth: Int
    ) -> [(String, isCertain: Bool)] {
        let isShell = shells.contains(program)
        var rest = arguments
        var found: [(String, isCertain: Bool)] = []
        while let word = rest.popFirst() {
            if word == "--" { continue }
            // Standard input.
            if word == "-" { break }
            guard word.hasPrefix("-") else {
                if ["deno", "bun", "go"].contains(program) {
                    if word == "run" { continue }
                    // Another subcommand, or a package.
                    guard program == "go" ? word.hasSuffix(".go") : word.contains(".") else {
                        break
                    }
                }
                return found + [(word, true)]
            }
            if isShell, !word.hasPrefix("--"), word.contains("c") {
                return found + scriptWords(in: rest, depth: depth + 1)
            }
            if !isShell, (inline[program] ?? ["-e"]).contains(word) { break }
            if loaders[program]?.contains(word) == true, let value = rest.popFirst() {
                found.append((value, true))
            } else if valued[program]?.contains(word) == true || isShell && ["-o", "-O"].contains(word) {
                _ = rest.popFirst()
            }
        }
        return found
    }

    /// The interpreter that `word` names, without folder and version.
    private static func interpreter(_ word: String) -> String? {
        var name = name(of: word)
        while !scriptRunners.contains(name), let last = name.last, last.isNumber || last == "." { name.removeLast() }
        return scriptRunners.contains(name) ? name : nil
    }

    /// The maximum number of nested shells.
    private static let deepest = 4
    private static let scriptRunners = shells.subtracting(["iex", "invoke-expression"]).union([
        "python", "pypy", "node", "deno", "bun", "tsx", "ts-node", "perl", "ruby", "php", "lua", "luajit", "osascript",
        "rscript", "julia", "tclsh", "source", ".", "go",
    ])
    private static let programRunners: Set<String> = [
        "sudo", "doas", "env", "nohup", "nice", "ionice", "time", "timeout", "xargs", "exec", "command", "builtin",
        "eval", "setsid", "stdbuf", "watch", "busybox", "find", "if", "then", "elif", "else", "while", "until", "do",
        "!",
        "npx", "bunx", "uv", "poetry", "pipenv", "strace", "caffeinate", "flock",
    ]
    /// Options that are followed by the program's text.
    private static let inline: [String: Set<String>] = [
        "node": ["-e", "-p", "--eval", "--print", "-pe"], "perl": ["-e", "-E", "-ne", "-pe"], "php": ["-r"],
        "python": ["-c", "-m"], "pypy": ["-c", "-m"],
    ]
    /// Options that are followed by another script.
    private static let loaders: [String: Set<String>] = [
        "node": ["-r", "--require", "--import"], "ruby": ["-r"], "bash": ["--rcfile", "--init-file"],
    ]
    /// Options that are followed by another value.
    private static let valued: [String: Set<String>] = [
        "python": ["-W", "-X"], "pypy": ["-W", "-X"], "node": ["-C", "--loader"], "ruby": ["-I", "-C"], "perl": ["-I"],
        "php": ["-d", "-c"],
    ]
}
