import BellhopModel

/// One simple command of a line for a shell, as far as ``ShellScan`` takes it apart.
struct ShellCommand: Hashable {
    /// How a command stands to the one before it. The later case wins where two of them come together, as in `) |`.
    enum Joint: Int, Hashable, Comparable {
        /// It goes on after a substitution has ended.
        case close
        /// It stands inside the one before: `$(…)`, `` `…` ``, `<(…)`.
        case substitution
        /// It reads what the one before writes.
        case pipe
        /// It runs after the one before.
        case sequence

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// Without quotes and escapes, in order.
    private(set) var words: [String] = []
    /// What each word means as a program.
    private var names: [String] = []
    /// Files that output is written to.
    var targets: [String] = []
    var joint: Joint

    init(joint: Joint) { self.joint = joint }

    mutating func append(_ word: String) {
        words.append(word)
        names.append(Self.name(of: word))
    }

    var isEmpty: Bool { words.isEmpty && targets.isEmpty }

    /// What follows the first of `programs`, wherever it is named: by its name or by its path.
    func arguments(ofAny programs: Set<String>) -> (program: String, arguments: ArraySlice<String>)? {
        names.firstIndex(where: programs.contains).map { (names[$0], words[($0 + 1)...]) }
    }

    /// The same where it is what is run: the first word, or one behind a program that runs others, such as `sudo`.
    func run(ofAny programs: Set<String>) -> (program: String, arguments: ArraySlice<String>)? {
        guard let first = words.firstIndex(where: { !Self.isAssignment($0) }) else { return nil }
        if programs.contains(names[first]) { return (names[first], words[(first + 1)...]) }
        guard Self.launchers.contains(names[first]) else { return nil }
        // Behind another program a dot is a folder.
        let index = names.firstIndex { $0 != "." && programs.contains($0) }
        return index.map { (names[$0], words[($0 + 1)...]) }
    }

    /// The last part of a path, in lower case: file systems exist that do not tell the two apart.
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

/// A command as a person reads it. Agents give it as one text, or as the words that a program is started with.
enum CommandText {
    /// - Returns: `nil` for what is no command, and for an empty one.
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
        // Joined, a word with a blank or a quote in it would read like several others.
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\`$;&|<>(){}*?[]#~!".contains($0) }
        }
        return isPlain ? words.joined(separator: " ") : try? CanonicalJSON.text(values)
    }

    private static let shells: Set<Substring> = ["sh", "bash", "zsh", "dash", "ksh", "fish"]

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
