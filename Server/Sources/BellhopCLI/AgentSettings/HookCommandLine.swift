import BellhopAgents
import BellhopModel

/// The command line of a hook that runs Bellhop, as found in an agent's settings.
struct HookCommandLine: Hashable, Sendable {
    /// The path or name of the tool, or of its separate program for hooks.
    let program: String
    /// The options after the agent's name.
    let options: [String]
    /// The line runs nothing but Bellhop and can be rewritten without loss.
    let isPlain: Bool
    /// The hook asks before a tool runs, and denies without an answer.
    var isGate: Bool { options.contains("--gate") }

    /// - Parameter handler: an entry of a group's `hooks`.
    /// - Returns: `nil` when the entry runs something else.
    init?(_ handler: JSONValue, of agent: Agent) {
        guard let command = handler["command"]?.string else { return nil }
        if let arguments = handler["args"]?.array?.map(\.string) {
            guard let words = Self.arguments(of: command, for: agent), arguments.starts(with: words) else { return nil }
            program = command
            options = arguments.dropFirst(words.count).compactMap(\.self)
            isPlain = true
        } else {
            guard let match = Self.match(in: command, agent) else { return nil }
            (program, options, isPlain) = match
        }
    }

    /// The configuration folder in the hook's options; `nil` without `--config`.
    var config: String? { options.firstIndex(of: "--config").flatMap { options.dropFirst($0 + 1).first } }

    static func withoutConfig(_ options: [String]) -> [String] {
        guard let index = options.firstIndex(of: "--config") else { return options }
        return Array(options[..<index] + options.dropFirst(index + 2))
    }

    /// The arguments with which `program` runs as the agent's hook; `nil` when it is not one of Bellhop's programs.
    static func arguments(of program: String, for agent: Agent) -> [String]? {
        switch program.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last {
        case "bellhop", "bellhop.exe": ["hook", agent.rawValue]
        case "bellhop-hook", "bellhop-hook.exe": [agent.rawValue]
        default: nil
        }
    }

    /// Finds one of Bellhop's programs in a shell command line, with or without path and quotes, and its options up to the
    /// end of that command.
    private static func match(in line: String, _ agent: Agent) -> (String, [String], Bool)? {
        let tool = #/(?:^|[\s(;&|])('(?:[^']|'\\'')*'|"[^"]*"|[^\s'"();&|]+)\s+(hook\s+\w+)([^();&|<>]*)/#
        let hook =
            #/(?:^|[\s(;&|])('(?:[^']|'\\'')*bellhop-hook'|"[^"]*bellhop-hook"|[^\s'"();&|]*bellhop-hook)\s+(\w+)([^();&|<>]*)/#
        for match in line.matches(of: tool) + line.matches(of: hook) {
            let program = unquoted(match.output.1)
            let words = match.output.2.split(whereSeparator: \.isWhitespace).map(String.init)
            guard words == Self.arguments(of: program, for: agent) else { continue }
            let isWhole = match.range == line.startIndex..<line.endIndex
            var options = ShellWords.split(match.output.3).map(unquoted)
            // The `2` of `2>/dev/null` is no option.
            if isStreamNumber(options.last, before: line[match.range.upperBound...]) { options.removeLast() }
            return (program, options, isWhole || line.hasPrefix(HookPlan.gateOpening))
        }
        return nil
    }

    /// Returns `true` when a shell reads `word` as the stream number of the redirection in `rest`.
    private static func isStreamNumber(_ word: String?, before rest: Substring) -> Bool {
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

/// Quoting and splitting of POSIX shell words (IEEE Std 1003.1, Shell Command Language, 2.2).
enum ShellWords {
    /// `word` quoted for a shell; unchanged when nothing in it needs quotes.
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
        return isPlain
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// The words of `line`, each with its quotes.
    static func split(_ line: Substring) -> [Substring] {
        var (words, start, quote, isEscaped) = ([Substring](), String.Index?.none, Character?.none, false)
        for index in line.indices {
            let character = line[index]
            if quote == nil, !isEscaped, character.isWhitespace {
                if let begin = start { words.append(line[begin..<index]) }
                start = nil
                continue
            }
            start = start ?? index
            if isEscaped {
                isEscaped = false
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\\" {
                isEscaped = true
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
        }
        return words + (start.map { [line[$0...]] } ?? [])
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","):
            true
        default: false
        }
    }
}
