import BellhopAgents
import BellhopFoundation

/// The settings about hooks in Codex's `config.toml`.
struct CodexConfiguration: Sendable {
    let path: String
    private let entries: TOMLEntries

    init(environment: [String: String]) {
        let hooks = SettingsLocation(of: .codex, environment: environment).file
        let file = hooks.deletingLastPathComponent().appending(path: "config.toml")
        path = file.path
        entries = TOMLEntries((try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }

    /// `false` when hooks are switched off, under the current or the previous name of the feature.
    var runsHooks: Bool { (entries["features", "hooks"] ?? entries["features", "codex_hooks"]) != "false" }

    /// The file sets an `approval_policy` with which Codex 0.163 and later refuse to start.
    var hasRemovedApprovalPolicy: Bool { ["\"untrusted\"", "'untrusted'"].contains(entries["approval_policy"]) }

    /// Returns `true` when the user has trusted the hook at this position and has not disabled it since. Codex also withdraws
    /// trust from a changed hook, which only Codex can detect (openai/codex, codex-rs/hooks/src/engine/discovery.rs).
    func trusts(_ entry: HookSettings.Entry, in file: URL) -> Bool {
        let paths = [file.path, file.standardizedFileURL.path, file.resolvingSymlinksInPath().path]
        return Set(paths).contains { path in
            let key = "\(path):\(Self.label(entry.event)):\(entry.group):\(entry.handler)"
            return entries["hooks", "state", key, "trusted_hash"] != nil
                && entries["hooks", "state", key, "enabled"] != "false"
        }
    }

    /// The event's name in `config.toml`: `permission_request` for `PermissionRequest`.
    private static func label(_ event: String) -> String {
        event.reduce(into: "") { label, character in
            if character.isUppercase, !label.isEmpty { label.append("_") }
            label += character.lowercased()
        }
    }
}

/// The single-line entries of a TOML file, for look-ups only. Inline tables and multi-line values are ignored.
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

    /// The value as written, with its quotes; `nil` when the entry is missing.
    subscript(_ path: String...) -> String? { values[path] }

    /// Parses dotted names, bare or quoted, up to `end`; returns them with the rest of the text.
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

    /// Resolves only the escapes that paths need.
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

    /// The value without a trailing comment.
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
