import BellhopModel

/// A tool call of ACP at the time of a permission request: the earlier updates merged with the request.
struct ACPToolCall {
    /// The merged fields.
    let fields: [String: JSONValue]

    init(_ update: [String: JSONValue], before: [String: JSONValue]) {
        fields = before.merging(update.filter { $0.value != .null }) { $1 }
    }

    var kind: String? { fields["kind"]?.string }

    /// The model's description of the call.
    var description: String? { rawInput["description"]?.string }

    /// The intention, to follow the agent's name.
    var intention: String {
        let file = path.flatMap { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last }
        let shown = file.map { DisplayText.line(String($0), characters: 80) } ?? "a file"
        return switch kind {
        case "execute"?: "wants to run a command" + inBackground
        case "read"?: "wants to read \(shown)"
        case "edit"?: "wants to edit \(shown)"
        case "delete"?: "wants to delete \(shown)"
        case "move"?: "wants to move \(shown)"
        case "search"?: "wants to search"
        case "fetch"?: "wants to fetch a page"
        case "switch_mode"?: "has a plan"
        default: command == nil ? "wants to use a tool" : "wants to run a command" + inBackground
        }
    }

    private var inBackground: String { ToolUse(name: "", input: rawInput).inBackground }

    /// The evidence to decide on; `nil` when the call has none.
    ///
    /// - Parameters:
    ///   - place: the folder in which the command runs, if the request names it.
    ///   - folder: the session's working folder.
    func body(at place: String? = nil, in folder: String?) -> Evidence? {
        let use = command.map { ToolUse(command: $0, in: place, of: folder, with: inputBesideCommand) }
        var parts = [use?.plainText, title.flatMap { repeatsCommand($0) ? nil : $0 }].compactMap(\.self)
        // The model's description of its command is shown separately, see ``description``.
        parts += contents.filter { $0 != description || command == nil }
        if command == nil || !hasObject, !hasDiff, let missing = inputMissing(in: parts) { parts.append(missing) }
        if hasDiff, command == nil { parts += flags }
        if parts.isEmpty, let path { parts.append(path) }
        guard !parts.isEmpty else { return nil }
        return Evidence(parts.joined(separator: "\n"), hazards: use.map(Hazard.all(in:)) ?? [])
    }

    /// The input besides the command, without the identifiers and the parsed command that codex-acp adds.
    private var inputBesideCommand: [String: JSONValue] {
        rawInput.filter { !["call_id", "turn_id", "approval_id", "process_id", "parsed_cmd"].contains($0.key) }
    }

    private var hasObject: Bool { fields["rawInput"]?.object != nil }

    /// The flags and numbers of the input, which a diff does not show, such as "replace everywhere".
    private var flags: [String] {
        ToolText(
            rawInput.filter { _, value in
                switch value {
                case .bool(let isSet): isSet
                case .integer, .number: true
                default: false
                }
            }
        ).rest
    }

    private var rawInput: [String: JSONValue] { fields["rawInput"]?.object ?? [:] }

    private var title: String? { fields["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The command. Gemini CLI sends no `rawInput`: its title is the command.
    private var command: String? {
        CommandText.of(rawInput["command"]) ?? (kind == "execute" ? title : nil)
    }

    /// Some agents repeat the command as a title in backticks.
    private func repeatsCommand(_ title: String) -> Bool {
        guard let command else { return false }
        return title == command || title == "`\(command.replacing("`", with: "\\`"))`"
    }

    /// The complete input, unless `parts` contain all of it.
    private func inputMissing(in parts: [String]) -> String? {
        guard let raw = fields["rawInput"], raw != [:], let text = try? CanonicalJSON.text(raw) else { return nil }
        // Searching a long input takes too long.
        guard !parts.isEmpty, text.utf8.count <= 1 << 16 else { return text }
        let shown = parts.joined(separator: "\n")
        return raw.scalars.allSatisfy { $0.isContained(in: shown) } ? nil : text
    }

    private var path: String? {
        let places = (fields["locations"]?.array ?? []) + (fields["content"]?.array ?? [])
        return places.lazy.compactMap { ($0["path"] ?? $0["changes"]?.array?.first?["path"])?.string }.first
    }

    private var hasDiff: Bool { fields["content"]?.array?.contains { $0["type"] == "diff" } ?? false }

    private var contents: [String] {
        (fields["content"]?.array ?? []).compactMap { entry in
            switch entry["type"]?.string {
            case "content"?: entry["content"]?["text"]?.string
            case "diff"?: ACPDiff(entry).text
            default: nil
            }
        }
    }
}

extension JSONValue {
    /// All strings, numbers and flags in the value.
    fileprivate var scalars: [JSONValue] {
        switch self {
        case .array(let values): values.flatMap(\.scalars)
        case .object(let fields): fields.values.flatMap(\.scalars)
        case .null: []
        default: [self]
        }
    }

    /// Only strings of three characters and more count: shorter ones and numbers occur in any text.
    fileprivate func isContained(in text: String) -> Bool {
        guard let word = string else { return false }
        return word.count > 2 && text.contains(word)
    }
}

/// A change of files in ACP: the old and the new text of one file in v1, a list of changes and a patch in v2.
struct ACPDiff {
    private let entry: JSONValue

    init(_ entry: JSONValue) { self.entry = entry }

    var text: String {
        guard let changes = entry["changes"]?.array else { return changedLines }
        let patch = entry["patch"]?["text"]?.string
        return (changes.map(Self.line) + [patch].compactMap(\.self)).joined(separator: "\n")
    }

    private static func line(_ change: JSONValue) -> String {
        let places = [change["oldPath"]?.string, change["path"]?.string].compactMap(\.self)
        return "\(change["operation"]?.string ?? "change") \(places.joined(separator: " → "))"
    }

    /// The changed lines: agents send whole files.
    private var changedLines: String {
        var old = Self.lines(entry["oldText"])
        var new = Self.lines(entry["newText"])
        // The final line feed of a new or deleted file begins no line.
        if old.isEmpty, new.last == "" { new.removeLast() }
        if new.isEmpty, old.last == "" { old.removeLast() }
        while let first = old.first, first == new.first {
            old.removeFirst()
            new.removeFirst()
        }
        while let last = old.last, last == new.last {
            old.removeLast()
            new.removeLast()
        }
        let path = entry["path"]?.string ?? ""
        return ([path] + old.map { "- \($0)" } + new.map { "+ \($0)" }).joined(separator: "\n")
    }

    /// The lines of a text; none for a missing file.
    private static func lines(_ text: JSONValue?) -> ArraySlice<Substring> {
        guard let text = text?.string, !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }
}
