import BellhopModel

/// A command as a person reads it. Agents give it as one text, or as the words that a program is started with.
enum CommandText {
    /// - Returns: `nil` for what is no command, and for an empty one.
    static func of(_ command: JSONValue?) -> String? {
        switch command {
        case .string(let text)?: text.isEmpty ? nil : text
        case .array(let words)?: joined(words.compactMap(\.string), of: words)
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
