import BellhopModel

/// A simple command of a shell line, parsed by ``ShellScanner``.
struct ShellCommand: Hashable {
    /// The connection of a command to the one before it. Of adjacent operators, as in `) |`, the later case wins.
    enum Connector: Int, Hashable, Comparable {
        /// The command continues after a substitution.
        case close
        /// The command is inside the one before: `$(…)`, `` `…` ``, `<(…)`.
        case substitution
        /// The command reads the output of the one before.
        case pipe
        /// The command runs after the one before.
        case sequence

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// The words, without quotes and escapes.
    private(set) var words: [String] = []
    /// The program name that each word would have.
    private var names: [String] = []
    /// Files that output is written to.
    var targets: [String] = []
    var connector: Connector

    init(connector: Connector) { self.connector = connector }

    mutating func append(_ word: String) {
        words.append(word)
        names.append(Self.name(of: word))
    }

    var isEmpty: Bool { words.isEmpty && targets.isEmpty }

    /// The words after the first occurrence of one of `programs`, by name or path.
    func arguments(ofAny programs: Set<String>) -> (program: String, arguments: ArraySlice<String>)? {
        names.firstIndex(where: programs.contains).map { (names[$0], words[($0 + 1)...]) }
    }

    /// The arguments of one of `programs` when the command runs it: as its first word, or through a program that runs others, such
    /// as `sudo`.
    func run(ofAny programs: Set<String>) -> (program: String, arguments: ArraySlice<String>)? {
        guard let first = words.firstIndex(where: { !Self.isAssignment($0) }) else { return nil }
        if programs.contains(names[first]) { return (names[first], words[(first + 1)...]) }
        guard Self.launchers.contains(names[first]) else { return nil }
        // After another program a dot is a folder.
        let index = names.firstIndex { $0 != "." && programs.contains($0) }
        return index.map { (names[$0], words[($0 + 1)...]) }
    }

    /// The last component of a path, in lower case because of case-insensitive file systems.
    static func name(of word: String) -> String {
        let name = word.split(separator: "/").last?.lowercased() ?? word
        return name.hasSuffix(".exe") ? String(name.dropLast(4)) : name
    }

    static func isAssignment(_ word: String) -> Bool {
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return false }
        return word[..<sign].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    static let shells: Set<String> = [
        "sh", "bash", "zsh", "dash", "ksh", "fish", "csh", "tcsh", "pwsh", "powershell", "iex", "invoke-expression",
    ]

    /// Programs and keywords after which another program is named.
    private static let launchers: Set<String> = shells.union([
        "sudo", "doas", "su", "env", "nohup", "nice", "ionice", "time", "timeout", "xargs", "parallel", "exec",
        "command", "builtin", "eval", "setsid", "stdbuf", "watch", "busybox", "find", "ssh", "if", "then", "elif",
        "else", "while", "until", "do", "!",
    ])
}

/// A command as it is shown. Agents send it as one text, or as a program's arguments.
enum CommandText {
    /// - Returns: `nil` for other values and for an empty command.
    static func of(_ command: JSONValue?) -> String? {
        switch command {
        case .string(let text)?: text.isEmpty ? nil : text
        case .array(let words)?: joined(words.compactMap(\.lenientText), of: words)
        default: nil
        }
    }

    private static func joined(_ words: [String], of values: [JSONValue]) -> String? {
        guard !words.isEmpty, words.count == values.count else { return nil }
        if words.count == 3, shells.contains(name(of: words[0])), words[1] == "-c" || words[1] == "-lc" {
            return words[2]
        }
        // An argument with a blank or a quote would look like several arguments after joining.
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\`$;&|<>(){}*?[]#~!".contains($0) }
        }
        return isPlain ? words.joined(separator: " ") : try? CanonicalJSON.text(values)
    }

    private static let shells: Set<Substring> = ["sh", "bash", "zsh", "dash", "ksh", "fish"]

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
