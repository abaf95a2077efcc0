extension ShellCommand {
    /// The words that name a script, and whether each is certain to be run.
    var scriptWords: [(String, isCertain: Bool)] {
        Self.scriptWords(in: words.drop(while: Self.isAssignment))
    }

    private static func scriptWords(in words: ArraySlice<String>) -> [(String, isCertain: Bool)] {
        guard let program = words.first else { return [] }
        let rest = words.dropFirst()
        let own = isOfProject(program) ? [(program, isCertain: true)] : []
        if let name = interpreter(program) { return own + script(of: name, rest) }
        if programRunners.contains(name(of: program)) { return own + launched(by: name(of: program), rest) }
        return own
    }

    /// Behind a program that runs others. Which of the words before the next program are its own only it knows, so that each
    /// path among them counts, but not for certain.
    private static func launched(
        by program: String, _ words: ArraySlice<String>
    ) -> [(String, isCertain: Bool)] {
        var found: [(String, isCertain: Bool)] = []
        var isNext = program != "find"
        for (index, word) in zip(words.indices, words) {
            if let name = interpreter(word), isNext || name != "." {
                let own = isOfProject(word) ? [(word, isCertain: true)] : []
                return found + own + script(of: name, words[(index + 1)...])
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

    /// Programs of the system are no scripts of a project, and nobody without its rights replaces them.
    private static func isOfProject(_ path: String) -> Bool {
        path.contains("/")
            && !["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/System/"].contains(where: path.hasPrefix)
    }

    /// The first argument that is no option; for a shell's `-c` what the line behind it runs.
    private static func script(
        of program: String, _ arguments: ArraySlice<String>
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
                    // Another of its subcommands, or a package.
                    guard program == "go" ? word.hasSuffix(".go") : word.contains(".") else {
                        break
                    }
                }
                return found + [(word, true)]
            }
            if isShell, !word.hasPrefix("--"), word.contains("c") { return found + scriptWords(in: rest) }
            if !isShell, (inline[program] ?? ["-e"]).contains(word) { break }
            if loaders[program]?.contains(word) == true, let value = rest.popFirst() {
                found.append((value, true))
            } else if valued[program]?.contains(word) == true || isShell && ["-o", "-O"].contains(word) {
                _ = rest.popFirst()
            }
        }
        return found
    }

    /// The interpreter that `word` names, without its folder and its version.
    private static func interpreter(_ word: String) -> String? {
        var name = name(of: word)
        while !scriptRunners.contains(name), let last = name.last, last.isNumber || last == "." { name.removeLast() }
        return scriptRunners.contains(name) ? name : nil
    }

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
    /// Options behind which the program itself follows.
    private static let inline: [String: Set<String>] = [
        "node": ["-e", "-p", "--eval", "--print", "-pe"], "perl": ["-e", "-E", "-ne", "-pe"], "php": ["-r"],
        "python": ["-c", "-m"], "pypy": ["-c", "-m"],
    ]
    /// Options behind which another script follows.
    private static let loaders: [String: Set<String>] = [
        "node": ["-r", "--require", "--import"], "ruby": ["-r"], "bash": ["--rcfile", "--init-file"],
    ]
    /// Options with another value.
    private static let valued: [String: Set<String>] = [
        "python": ["-W", "-X"], "pypy": ["-W", "-X"], "node": ["-C", "--loader"], "ruby": ["-I", "-C"], "perl": ["-I"],
        "php": ["-d", "-c"],
    ]
}
