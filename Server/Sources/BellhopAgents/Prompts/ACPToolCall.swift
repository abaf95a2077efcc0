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
    var description: String? { fields["rawInput"]?["description"]?.string }

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
        var parts = [command, title == command ? nil : title].compactMap(\.self)
        parts += contents
        if command == nil, contents.isEmpty, let raw = fields["rawInput"], raw != [:],
            let text = try? CanonicalJSON.text(raw)
        {
            parts.append(text)
        }
        if parts.isEmpty, let path { parts.append(path) }
        guard !parts.isEmpty else { return nil }
        let hazards = command.map { Hazard.all(in: ToolUse(name: "Bash", input: ["command": .string($0)])) } ?? []
        return Evidence.body(parts.joined(separator: "\n"), hazards: hazards)
    }

    private var title: String? { fields["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Gemini gives no `rawInput`: there the command is the title.
    private var command: String? {
        if let command = fields["rawInput"]?["command"] {
            return command.string ?? command.array?.compactMap(\.string).joined(separator: " ")
        }
        return kind == "execute" ? title : nil
    }

    private var path: String? {
        (fields["locations"]?.array?.first?["path"] ?? fields["content"]?.array?.first { $0["path"] != nil }?["path"])?
            .string
    }

    private var contents: [String] {
        (fields["content"]?.array ?? []).compactMap { entry in
            switch entry["type"]?.string {
            case "content"?: entry["content"]?["text"]?.string
            case "diff"?: Self.diff(entry)
            default: nil
            }
        }
    }

    /// The changed lines alone: agents send whole files.
    private static func diff(_ entry: JSONValue) -> String {
        var old = Self.lines(entry["oldText"]?.string)
        var new = Self.lines(entry["newText"]?.string)
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

    private static func lines(_ text: String?) -> ArraySlice<Substring> {
        (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)[...]
    }
}
