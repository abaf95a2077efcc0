import BellhopModel

/// A change of files as ACP tells it: in v1 the old and the new text of one file, in v2 a list of changes and a patch.
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

    /// The changed lines alone: agents send whole files.
    private var changedLines: String {
        var old = Self.lines(entry["oldText"])
        var new = Self.lines(entry["newText"])
        // Of a file that is all new, or all gone, the line feed at its end begins no line.
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

    /// A file that is not there has none.
    private static func lines(_ text: JSONValue?) -> ArraySlice<Substring> {
        guard let text = text?.string, !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }
}
