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
        let shown = file.map { ShownText.line(String($0), characters: 80) } ?? "a file"
        return switch kind {
        case "execute"?: "wants to run a command"
        case "read"?: "wants to read \(shown)"
        case "edit"?: "wants to edit \(shown)"
        case "delete"?: "wants to delete \(shown)"
        case "move"?: "wants to move \(shown)"
        case "search"?: "wants to search"
        case "fetch"?: "wants to fetch a page"
        case "switch_mode"?: "has a plan"
        default: command == nil ? "wants to use a tool" : "wants to run a command"
        }
    }

    /// What is decided on; `nil` when nothing is known of it.
    var body: String? {
        var parts = [command, title.flatMap { repeatsCommand($0) ? nil : $0 }].compactMap(\.self)
        // A model's own words for its command stand beside it, see ``description``.
        parts += contents.filter { $0 != description || command == nil }
        if command == nil, !hasDiff, let missing = untold(by: parts) { parts.append(missing) }
        if parts.isEmpty, let path { parts.append(path) }
        guard !parts.isEmpty else { return nil }
        return Evidence.body(parts.joined(separator: "\n"), hazards: hazards)
    }

    private var hazards: [Hazard] {
        guard let command else { return [] }
        let input = rawInput.merging(["command": .string(command)]) { $1 }
        return Hazard.all(in: ToolUse(name: "Bash", input: input))
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
        return raw.scalars.allSatisfy { told.contains($0) } ? nil : text
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
    /// All texts, numbers and flags inside, as they are written down.
    fileprivate var scalars: [String] {
        switch self {
        case .array(let values): values.flatMap(\.scalars)
        case .object(let fields): fields.values.flatMap(\.scalars)
        default: [lenientText].compactMap(\.self)
        }
    }
}
