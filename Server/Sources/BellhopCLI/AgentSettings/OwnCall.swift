import BellhopAgents
import BellhopModel

/// A hook in somebody's settings that runs Bellhop, whoever wrote it.
struct OwnCall: Hashable, Sendable {
    /// The path or name of the tool.
    let program: String
    /// What stands behind `hook AGENT`.
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
            guard Self.isTool(command), arguments.starts(with: ["hook", agent.rawValue]) else { return nil }
            program = command
            options = arguments.dropFirst(2).compactMap(\.self)
            isPlain = true
        } else {
            guard let call = Self.call(in: command, agent) else { return nil }
            (program, options, isPlain) = call
        }
    }

    private static func isTool(_ path: String) -> Bool {
        path == "bellhop" || path.hasSuffix("/bellhop") || path.hasSuffix("\\bellhop.exe")
    }

    /// The program and its options in a line for a shell: `bellhop`, perhaps below a path and in quotes, then `hook` and the
    /// agent, up to the end of the command.
    private static func call(in line: String, _ agent: Agent) -> (String, [String], Bool)? {
        let pattern = #/(?:^|[\s(;&|])('(?:[^']|'\\'')*'|"[^"]*"|[^\s'"();&|]+)\s+hook\s+(\w+)([^();&|<>]*)/#
        for match in line.matches(of: pattern) where match.output.2 == agent.rawValue {
            let program = unquoted(match.output.1)
            guard isTool(program) else { continue }
            let isWhole = match.range == line.startIndex..<line.endIndex
            let options = match.output.3.split(whereSeparator: \.isWhitespace).map(unquoted)
            return (program, options, isWhole || line.hasPrefix(HookPlan.gateOpening))
        }
        return nil
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
