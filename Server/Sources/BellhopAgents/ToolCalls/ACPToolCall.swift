import BellhopModel

/// A tool call of ACP as it is known when permission for it is asked: what was told of it before, and what the request adds.
struct ACPToolCall {
    /// Both together.
    let fields: [String: JSONValue]

    init(_ update: [String: JSONValue], before: [String: JSONValue]) {
        fields = before.merging(update.filter { $0.value != .null }) { $1 }
    }

    var kind: String? { fields["kind"]?.string }

    /// What the model says it is for.
    var description: String? { rawInput["description"]?.string }

    /// To follow the agent's name.
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

    /// What is decided on; `nil` when nothing is known of it.
    ///
    /// - Parameters:
    ///   - place: the folder that a command is to run in, where the request says so.
    ///   - folder: the one that the session works in.
    func body(at place: String? = nil, in folder: String?) -> Evidence? {
        let use = command.map { ToolUse(command: $0, in: place, of: folder, with: told) }
        var parts = [use?.plainText, title.flatMap { repeatsCommand($0) ? nil : $0 }].compactMap(\.self)
        // A model's own words for its command stand beside it, see ``description``.
        parts += contents.filter { $0 != description || command == nil }
        if command == nil || !hasObject, !hasDiff, let missing = untold(by: parts) { parts.append(missing) }
        if hasDiff, command == nil { parts += flags }
        if parts.isEmpty, let path { parts.append(path) }
        guard !parts.isEmpty else { return nil }
        return Evidence(parts.joined(separator: "\n"), hazards: use.map(Hazard.all(in:)) ?? [])
    }

    /// What is told with a command, without what codex-acp names it by and its own reading of it.
    private var told: [String: JSONValue] {
        rawInput.filter { !["call_id", "turn_id", "approval_id", "process_id", "parsed_cmd"].contains($0.key) }
    }

    private var hasObject: Bool { fields["rawInput"]?.object != nil }

    /// What a diff does not show: that it is made everywhere, say. Its texts are those of the input.
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

    /// Gemini gives no `rawInput`: there the command is the title.
    private var command: String? {
        CommandText.of(rawInput["command"]) ?? (kind == "execute" ? title : nil)
    }

    /// Some agents give their command a second time as a title, in backticks.
    private func repeatsCommand(_ title: String) -> Bool {
        guard let command else { return false }
        return title == command || title == "`\(command.replacing("`", with: "\\`"))`"
    }

    /// The tool's whole input, unless `parts` tell all of it.
    private func untold(by parts: [String]) -> String? {
        guard let raw = fields["rawInput"], raw != [:], let text = try? CanonicalJSON.text(raw) else { return nil }
        // Looking for the parts of a long one takes longer than it is worth.
        guard !parts.isEmpty, text.utf8.count <= 1 << 16 else { return text }
        let told = parts.joined(separator: "\n")
        return raw.scalars.allSatisfy { $0.isTold(by: told) } ? nil : text
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
    /// All texts, numbers and flags inside.
    fileprivate var scalars: [JSONValue] {
        switch self {
        case .array(let values): values.flatMap(\.scalars)
        case .object(let fields): fields.values.flatMap(\.scalars)
        case .null: []
        default: [self]
        }
    }

    /// A number, a flag or a letter stands in any text, and tells nothing there.
    fileprivate func isTold(by text: String) -> Bool {
        guard let word = string else { return false }
        return word.count > 2 && text.contains(word)
    }
}
