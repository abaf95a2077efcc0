/// A shell command line, taken apart far enough to look for known words. No parser: quotes and expansions are only
/// stripped, so it may see a command where there is none. It never misses one that stands there in plain words.
struct ShellWords {
    /// The words of each simple command, without quotes, in order.
    let commands: [[String]]

    init(_ text: String) {
        commands = text.split(whereSeparator: { ";|&\n(){}`".contains($0) }).map { command in
            command.split(whereSeparator: \.isWhitespace).map { word in
                String(word.filter { $0 != "\"" && $0 != "'" && $0 != "\\" && $0 != "$" })
            }
        }
    }

    /// What follows `program` in each command that names it, whether by its name or by its path.
    func arguments(of program: String) -> [ArraySlice<String>] {
        commands.compactMap { words in
            words.firstIndex { Self.name(of: $0) == program }.map { words[($0 + 1)...] }
        }
    }

    func runs(anyOf programs: Set<String>) -> Bool {
        commands.contains { words in words.contains { programs.contains(Self.name(of: $0)) } }
    }

    private static func name(of word: String) -> String {
        word.split(separator: "/").last.map(String.init) ?? word
    }
}
