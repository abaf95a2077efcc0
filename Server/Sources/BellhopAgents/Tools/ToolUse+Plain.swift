import BellhopModel

extension ToolUse {
    /// What the tool is given, as a person would write it down: the command, the path and the text, the address.
    ///
    /// Not yet fit to be shown. A tool that is not known, or lacks what it should have, gives its whole input as JSON:
    /// nothing is left out silently.
    var plainText: String {
        switch name {
        case "Bash": text("command") ?? json
        case "apply_patch": text("command") ?? text("patch") ?? text("input") ?? json
        case "Write": lines(text("file_path"), text("content"))
        case "Edit": lines(text("file_path"), replacement)
        case "NotebookEdit": lines(text("notebook_path"), text("new_source"))
        case "Read": text("file_path") ?? json
        case "WebFetch": lines(text("url"), text("prompt"))
        case "WebSearch": text("query") ?? json
        case "Agent", "Task": lines(text("description"), text("prompt"))
        default: json
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

    private var replacement: String? {
        guard let old = text("old_string") ?? (text("new_string") == nil ? nil : "") else { return nil }
        let new = text("new_string") ?? ""
        let everywhere = input["replace_all"]?.lenientFlag == true ? "everywhere:\n" : ""
        return everywhere + marked("- ", old) + "\n" + marked("+ ", new)
    }

    private func marked(_ sign: String, _ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { sign + $0 }.joined(separator: "\n")
    }
}
