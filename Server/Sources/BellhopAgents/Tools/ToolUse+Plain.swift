import BellhopModel

extension ToolUse {
    /// What the tool is given, as a person would write it down: the command, the path and the change, the address.
    ///
    /// Not yet fit to be shown. A tool that is not known, or lacks what it should have, gives its whole input as JSON:
    /// nothing is left out silently.
    var plainText: String {
        switch kind {
        case .shell: command ?? json
        case .patch: text(["command", "patch", "patchText", "input"]) ?? json
        case .write: changed(to: content ?? text("diff"))
        case .edit: changed(to: replacements ?? text("diff"))
        case .notebook: changed(to: cell)
        case .read: path ?? json
        case .fetch: lines(text("url") ?? patterns, text("prompt"))
        case .search: text("query") ?? patterns ?? json
        case .subagent: lines(text("description"), text("prompt"))
        case .find, .list, .other: json
        }
    }

    private var json: String {
        // A value that was read from JSON can be written as JSON.
        (try? CanonicalJSON.text(input)) ?? "\(input.count) fields"
    }

    private func lines(_ first: String?, _ second: String?) -> String {
        guard let first else { return json }
        return [first, second].compactMap(\.self).joined(separator: "\n")
    }

    /// The path, then what is changed. Where that is not known, and there is more than a path, everything.
    private func changed(to text: String?) -> String {
        guard let path, text != nil || input.count == 1 else { return json }
        return [path, text].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: "\n")
    }

    /// Of a new file, which may be empty.
    private var content: String? { input["content"]?.lenientText }

    /// One replacement, or several in a row.
    private var replacements: String? {
        guard let edits = input["edits"]?.array else { return Self.replacement(input) }
        let texts = edits.compactMap { $0.object.flatMap(Self.replacement) }
        return texts.count == edits.count && !texts.isEmpty ? texts.joined(separator: "\n\n") : nil
    }

    private static func replacement(_ edit: [String: JSONValue]) -> String? {
        let new = (edit["new_string"] ?? edit["newString"])?.lenientText
        guard let old = (edit["old_string"] ?? edit["oldString"])?.lenientText ?? new.map({ _ in "" }) else {
            return nil
        }
        let everywhere = (edit["replace_all"] ?? edit["replaceAll"])?.lenientFlag == true ? "everywhere:\n" : ""
        return everywhere + [marked("- ", old), marked("+ ", new ?? "")].compactMap(\.self).joined(separator: "\n")
    }

    private static func marked(_ sign: String, _ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }.joined(separator: "\n")
    }

    /// Which cell of a notebook, what is done to it, and what then stands in it.
    private var cell: String? {
        let named = [text("edit_mode"), text("cell_type"), text("cell_id").map { "cell \($0)" }].compactMap(\.self)
        let parts = [named.isEmpty ? nil : named.joined(separator: " "), text("new_source")].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "\n")
    }
}
