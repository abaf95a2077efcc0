import BellhopModel

extension ToolUse {
    /// What the tool is given, as a person would write it down: the command, the path and the text, the address.
    ///
    /// Not yet fit to be shown. A tool that is not known, or lacks what it should have, gives its whole input as JSON:
    /// nothing is left out silently.
    var plainText: String {
        switch kind {
        case .shell: text("command") ?? patterns ?? json
        case .patch: text(["command", "patch", "patchText", "input"]) ?? json
        case .write: lines(path, text("content") ?? text("diff"))
        case .edit: lines(path, replacement ?? text("diff"))
        case .notebook: lines(path, text("new_source"))
        case .read: path ?? json
        case .fetch: lines(text("url") ?? patterns, text("prompt"))
        case .search: text("query") ?? patterns ?? json
        case .subagent: lines(text("description"), text("prompt"))
        case .find, .list, .other: json
        }
    }

    /// What OpenCode tells of a tool that tells nothing else.
    private var patterns: String? {
        guard let patterns = input["patterns"] else { return nil }
        let texts = patterns.array?.compactMap(\.lenientText) ?? [patterns.lenientText].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    private var json: String {
        // A value that was read from JSON can be written as JSON.
        (try? CanonicalJSON.text(input)) ?? "\(input.count) fields"
    }

    private func lines(_ first: String?, _ second: String?) -> String {
        guard let first else { return json }
        return [first, second].compactMap(\.self).joined(separator: "\n")
    }

    private var replacement: String? {
        let new = text(["new_string", "newString"])
        guard let old = text(["old_string", "oldString"]) ?? (new == nil ? nil : "") else { return nil }
        let everywhere = (input["replace_all"] ?? input["replaceAll"])?.lenientFlag == true ? "everywhere:\n" : ""
        return everywhere + marked("- ", old) + "\n" + marked("+ ", new ?? "")
    }

    private func marked(_ sign: String, _ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }.joined(separator: "\n")
    }
}
