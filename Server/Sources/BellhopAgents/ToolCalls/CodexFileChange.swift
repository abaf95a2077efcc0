import BellhopModel

/// The change of one file as Codex tells it, to be shown.
struct CodexFileChange {
    let text: String

    /// One of the `changes` of an item: `{"path", "kind": {"type", "move_path"?}, "diff"}`. Of a file that is added or
    /// deleted, the diff is all of its text.
    init(_ change: JSONValue) {
        let kind = change["kind"]
        self.init(
            path: change["path"]?.string, kind: kind?["type"]?.string ?? kind?.string,
            movedTo: kind?["move_path"]?.string, diff: change["diff"]?.string)
    }

    /// One of the `fileChanges` of a conversation: `{"type": "add"|"delete", "content"}` or
    /// `{"type": "update", "unified_diff", "move_path"?}`, in the first versions under its type as `{"add": {"content"}}`.
    init(_ change: JSONValue, at path: String) {
        let type = change["type"]?.string ?? change.object?.keys.first
        let fields = change["type"] == nil ? type.flatMap { change[$0] } : change
        self.init(
            path: path, kind: type, movedTo: fields?["move_path"]?.string,
            diff: (fields?["unified_diff"] ?? fields?["content"])?.string)
    }

    private init(path: String?, kind: String?, movedTo: String?, diff: String?) {
        let place = [path, movedTo].compactMap(\.self).joined(separator: " → ")
        switch kind {
        case "add"?:
            text = ["add \(place)", diff.map { Self.marked("+ ", $0) }].compactMap(\.self).joined(separator: "\n")
        case "delete"?: text = "delete \(place)"
        default: text = [place, diff].compactMap(\.self).joined(separator: "\n")
        }
    }

    private static func marked(_ sign: String, _ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.map { sign + $0 }.joined(separator: "\n")
    }
}
