import BellhopAgents
import BellhopModel

/// A hook in somebody's settings that runs Bellhop, whoever wrote it.
struct OwnCall: Hashable, Sendable {
    /// The path or name of the tool, or of its program for hooks alone.
    let program: String
    /// What stands behind the agent's name.
    let options: [String]
    /// Nothing else is run: it can be written anew without losing anything.
    let isPlain: Bool
    /// It asks before a tool, and denies without an answer.
    var isGate: Bool { options.contains("--gate") }

    /// - Parameter handler: an entry of a group's `hooks`.
    /// - Returns: `nil` when it runs something else.
    init?(_ handler: JSONValue, of agent: Agent) {
        guard let command = handler["command"]?.string else { return nil }
        if let arguments = handler["args"]?.array?.map(\.string) {
            guard let words = Self.words(behind: command, for: agent), arguments.starts(with: words) else { return nil }
            program = command
            options = arguments.dropFirst(words.count).compactMap(\.self)
            isPlain = true
        } else {
            guard let call = Self.call(in: command, agent) else { return nil }
            (program, options, isPlain) = call
        }
    }

    /// The folder of the configuration that the hook uses, where it is told.
    var config: String? { options.firstIndex(of: "--config").flatMap { options.dropFirst($0 + 1).first } }

    static func withoutConfig(_ options: [String]) -> [String] {
        guard let index = options.firstIndex(of: "--config") else { return options }
        return Array(options[..<index] + options.dropFirst(index + 2))
    }

    /// How `program` is told to be the agent's hook; `nil` when it is none of ours.
    static func words(behind program: String, for agent: Agent) -> [String]? {
        switch program.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last {
        case "bellhop", "bellhop.exe": ["hook", agent.rawValue]
        case "bellhop-hook", "bellhop-hook.exe": [agent.rawValue]
        default: nil
        }
    }

    /// The program and its options in a line for a shell: one of ours, perhaps below a path and in quotes, then what it is
    /// told, up to the end of the command.
    private static func call(in line: String, _ agent: Agent) -> (String, [String], Bool)? {
        let tool = #/(?:^|[\s(;&|])('(?:[^']|'\\'')*'|"[^"]*"|[^\s'"();&|]+)\s+(hook\s+\w+)([^();&|<>]*)/#
        let hook =
            #/(?:^|[\s(;&|])('(?:[^']|'\\'')*bellhop-hook'|"[^"]*bellhop-hook"|[^\s'"();&|]*bellhop-hook)\s+(\w+)([^();&|<>]*)/#
        for match in line.matches(of: tool) + line.matches(of: hook) {
            let program = unquoted(match.output.1)
            let words = match.output.2.split(whereSeparator: \.isWhitespace).map(String.init)
            guard words == Self.words(behind: program, for: agent) else { continue }
            let isWhole = match.range == line.startIndex..<line.endIndex
            var options = ShellWords.split(match.output.3).map(unquoted)
            // As in `2>/dev/null`.
            if isRedirected(line[match.range.upperBound...], behind: options.last) { options.removeLast() }
            return (program, options, isWhole || line.hasPrefix(HookPlan.gateOpening))
        }
        return nil
    }

    /// Whether a shell takes `word` for the number of a stream.
    private static func isRedirected(_ rest: Substring, behind word: String?) -> Bool {
        guard let word, rest.first == ">" || rest.first == "<" else { return false }
        return word.allSatisfy(\.isNumber)
    }

    private static func unquoted(_ word: Substring) -> String {
        guard let quote = word.first, quote == "'" || quote == "\"", word.count > 1, word.last == quote else {
            return String(word)
        }
        let inner = String(word.dropFirst().dropLast())
        return quote == "'"
            ? inner.split(separator: #"'\''"#, omittingEmptySubsequences: false).joined(separator: "'") : inner
    }
}
