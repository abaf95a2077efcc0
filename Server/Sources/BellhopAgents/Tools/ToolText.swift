import BellhopModel

/// A tool's input while it is converted to text. Tracks the fields that are shown, so that the rest can be appended.
struct ToolText {
    private let input: [String: JSONValue]
    private var shown: Set<String> = []

    init(_ input: [String: JSONValue]) { self.input = input }

    /// The first of `fields` that holds a text, which may be empty.
    mutating func take(_ fields: String...) -> String? {
        for field in fields {
            guard let text = input[field]?.lenientText else { continue }
            shown.insert(field)
            return text
        }
        return nil
    }

    /// The first of `fields` that holds a text that is not empty.
    mutating func takeFilled(_ fields: [String]) -> String? {
        guard let field = fields.first(where: { input[$0]?.lenientText?.isEmpty == false }) else { return nil }
        shown.insert(field)
        return input[field]?.lenientText
    }

    /// Returns whether one of `fields` is set. A field that is no flag stays in the rest.
    mutating func takeFlag(_ fields: String...) -> Bool {
        let flags = fields.filter { input[$0]?.lenientFlag != nil }
        shown.formUnion(flags)
        return flags.contains { input[$0]?.lenientFlag == true }
    }

    /// Excludes fields that are shown elsewhere.
    mutating func leaveOut(_ fields: [String]) { shown.formUnion(fields) }

    /// Excludes fields whose whole value is contained in `text`.
    mutating func leaveOut(_ fields: [String], containedIn text: String) {
        shown.formUnion(fields.filter { input[$0].map { Self.isContained($0, in: text) } ?? false })
    }

    private static func isContained(_ value: JSONValue, in text: String) -> Bool {
        switch value {
        case .string(let word): text.contains(word)
        case .array(let values): values.allSatisfy { isContained($0, in: text) }
        default: false
        }
    }

    /// The remaining fields with their names, sorted by name.
    var rest: [String] {
        input.filter { !shown.contains($0.key) && $0.value != .null }.sorted { $0.key < $1.key }.map { name, value in
            let text = value.lenientText.flatMap { $0.isEmpty ? nil : $0 }
            // Decoded JSON can be encoded.
            return "\(DisplayText.line(name)): \(text ?? (try? CanonicalJSON.text(value)) ?? "…")"
        }
    }
}

extension ToolUse {
    /// The tool's input as text: the command, the path and the change, or the address; then all other fields with their names.
    ///
    /// Not sanitised yet. An unknown tool, or one without its usual fields, gives its whole input as JSON: nothing is omitted
    /// silently.
    var plainText: String {
        var text = ToolText(input)
        guard let words = words(&text), !words.isEmpty else { return json }
        let usual = words.joined(separator: "\n")
        // OpenCode's matched patterns and title, which mostly repeat the input.
        text.leaveOut(["patterns", "title"], containedIn: usual)
        return ([usual] + text.rest).joined(separator: "\n")
    }

    /// - Returns: `nil` when the tool's usual fields are missing.
    private func words(_ text: inout ToolText) -> [String]? {
        switch kind {
        case .shell: commandWords(&text)
        case .patch: patch(&text)
        case .write: change(&text) { $0.take("content") }
        case .edit: change(&text) { replacements(&$0) }
        case .notebook: change(&text, Self.cell)
        case .read: text.takeFilled(Self.pathFields).map { [$0] }
        case .fetch: two(text.takeFilled(["url"]) ?? patterns, text.takeFilled(["prompt"]))
        case .search: (text.takeFilled(["query"]) ?? patterns).map { [$0] }
        case .subagent: subagent(&text)
        case .find, .list, .other: nil
        }
    }

    private var json: String {
        // Decoded JSON can be encoded.
        (try? CanonicalJSON.text(input)) ?? "\(input.count) fields"
    }

    private func two(_ first: String?, _ second: String?) -> [String]? {
        first.map { [$0, second].compactMap(\.self) }
    }

    /// The folder, unless it is the agent's own, and the command. The title names the background, a hazard the sandbox.
    private func commandWords(_ text: inout ToolText) -> [String]? {
        let field = Self.commandFields.first { CommandText.of(input[$0]) != nil }
        guard let command = field.flatMap({ CommandText.of(input[$0]) }) ?? patterns else { return nil }
        text.leaveOut([field ?? "patterns", explanation == nil ? nil : "description"].compactMap(\.self))
        _ = text.takeFlag("run_in_background", "is_background", "dangerouslyDisableSandbox")
        let place = text.takeFilled(Self.placeFields).flatMap { ChangedPath.isSame($0, as: folder) ? nil : $0 }
        return [place.map { "in \($0):" }, command].compactMap(\.self)
    }

    private func patch(_ text: inout ToolText) -> [String]? {
        if explanation != nil { text.leaveOut(["description"]) }
        return text.takeFilled(["command", "patch", "patchText", "input"]).map { [$0] }
    }

    private func subagent(_ text: inout ToolText) -> [String]? {
        _ = text.takeFlag("run_in_background")
        return two(text.takeFilled(["description"]), text.takeFilled(["prompt"]))
    }

    /// The path and the change; all fields when the change is unknown.
    private func change(_ text: inout ToolText, _ change: (inout ToolText) -> String?) -> [String]? {
        guard let path = text.takeFilled(Self.pathFields) else { return nil }
        if explanation != nil { text.leaveOut(["instruction"]) }
        var changed = change(&text)
        if changed == nil, let diff = text.takeFilled(["diff"]) {
            changed = diff
            // OpenCode lists the files of a patch with their text before and after; `diff` covers all of them.
            let files = input["files"]?.array?.map { ($0["relativePath"] ?? $0["filePath"])?.string }
            if let files, files.allSatisfy({ $0.map(diff.contains) ?? false }) { text.leaveOut(["files"]) }
        }
        guard changed != nil || input.count == 1 else { return nil }
        return [path, changed].compactMap { $0?.isEmpty == false ? $0 : nil }
    }

    /// One replacement, or several in a row.
    private func replacements(_ text: inout ToolText) -> String? {
        guard let edits = input["edits"]?.array else { return Self.replacement(&text) }
        text.leaveOut(["edits"])
        let texts = edits.compactMap { edit -> String? in
            guard let edit = edit.object else { return nil }
            var text = ToolText(edit)
            return Self.replacement(&text).map { ([$0] + text.rest).joined(separator: "\n") }
        }
        return texts.count == edits.count && !texts.isEmpty ? texts.joined(separator: "\n\n") : nil
    }

    private static func replacement(_ text: inout ToolText) -> String? {
        let new = text.take("new_string", "newString")
        guard let old = text.take("old_string", "oldString") ?? new.map({ _ in "" }) else { return nil }
        let everywhere = text.takeFlag("replace_all", "replaceAll", "allow_multiple") ? "everywhere:" : nil
        // The former field of Gemini CLI: the exact number of replacements.
        let times = text.take("expected_replacements").flatMap { $0 == "1" ? nil : "\($0) times:" }
        return [everywhere, times, marked("- ", old), marked("+ ", new ?? "")].compactMap(\.self)
            .joined(separator: "\n")
    }

    private static func marked(_ sign: String, _ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }.joined(separator: "\n")
    }

    /// The cell of a notebook, the edit mode and the new source.
    private static func cell(_ text: inout ToolText) -> String? {
        let named = [
            text.take("edit_mode"), text.take("cell_type"), text.takeFilled(["cell_id"]).map { "cell \($0)" },
        ].compactMap { $0?.isEmpty == false ? $0 : nil }
        let source = text.take("new_source")
        let parts = [named.joined(separator: " "), source].compactMap { $0?.isEmpty == false ? $0 : nil }
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }
}
