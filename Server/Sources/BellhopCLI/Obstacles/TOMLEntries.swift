/// What the plain lines of a TOML file say: enough to look something up, and not to edit it. Inline tables and values of
/// more than one line are passed over.
struct TOMLEntries: Sendable {
    private var values: [[String]: String] = [:]

    init(_ text: String) {
        var table: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            if line.hasPrefix("[") {
                table = Self.path(line.drop { $0 == "[" }, until: "]").names
            } else if !line.hasPrefix("#") {
                let (names, rest) = Self.path(line, until: "=")
                guard !names.isEmpty, rest.first == "=" else { continue }
                values[table + names] = Self.value(rest.dropFirst())
            }
        }
    }

    /// As it is written, in its quotes; `nil` when there is none.
    subscript(_ path: String...) -> String? { values[path] }

    /// Dotted names, each bare or in quotes, up to `end`, and what follows them.
    private static func path(_ text: Substring, until end: Character) -> (names: [String], rest: Substring) {
        var (names, rest) = ([String](), text)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return ([], rest) }
            if first == "\"" || first == "'" {
                guard let close = closing(of: rest) else { return ([], "") }
                names.append(unescaped(rest[rest.index(after: rest.startIndex)..<close], first))
                rest = rest[rest.index(after: close)...]
            } else {
                let name = rest.prefix { $0 != "." && $0 != end && !$0.isWhitespace }
                names.append(String(name))
                rest = rest[name.endIndex...]
            }
            rest = rest.drop(while: \.isWhitespace)
            guard rest.first == "." else { return (names, rest) }
            rest = rest.dropFirst()
        }
    }

    private static func closing(of text: Substring) -> Substring.Index? {
        let quote = text[text.startIndex]
        var index = text.index(after: text.startIndex)
        while index < text.endIndex, text[index] != quote {
            if quote == "\"", text[index] == "\\" { text.formIndex(after: &index) }
            if index < text.endIndex { text.formIndex(after: &index) }
        }
        return index < text.endIndex ? index : nil
    }

    /// Only what paths can have in them.
    private static func unescaped(_ text: Substring, _ quote: Character) -> String {
        guard quote == "\"" else { return String(text) }
        var name = ""
        var isEscaped = false
        for character in text {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { name.append(character) }
        }
        return name
    }

    /// Without a comment behind it.
    private static func value(_ text: Substring) -> String {
        let text = text.drop(while: \.isWhitespace)
        if let first = text.first, first == "\"" || first == "'", let end = closing(of: text) {
            return String(text[...end])
        }
        var plain = text.prefix { $0 != "#" }
        while plain.last?.isWhitespace == true { plain.removeLast() }
        return String(plain)
    }
}
