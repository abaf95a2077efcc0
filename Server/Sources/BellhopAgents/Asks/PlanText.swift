import BellhopModel

/// What Claude Code's `ExitPlanMode` is given, as a person decides about it.
///
/// With the plan a model could ask to be allowed kinds of commands from then on (`allowedPrompts`, deprecated). From a phone
/// that is never granted: an approval is for what is shown, this once. It is left out of what goes back to Claude Code,
/// which then asks for each command, and the person is told so. Whatever else goes back is shown.
///
/// After a plan Claude Code returns to the mode that it was in before, which may ask for nothing. So an approval from a phone
/// also sets the mode in which Claude Code asks for everything (Claude Code 2.1.330 follows; it has
/// no mode that asks more), and the phone says so.
enum PlanText {
    /// An entry of `updatedPermissions` (code.claude.com/docs/en/hooks, permission update entries).
    static let nextMode: JSONValue = ["type": "setMode", "mode": "default", "destination": "session"]
    static let allowances = "allowedPrompts"
    /// As many are named; the rest is counted.
    private static let mostNamed = 5

    /// - Parameter setsMode: whether the answer can set the mode that follows.
    static func of(_ input: [String: JSONValue], setsMode: Bool = true) -> String {
        var text = ToolText(input)
        let plan = text.take("plan") ?? ""
        // Where Claude Code keeps the plan. It puts that in itself.
        text.leaveOut(["planFilePath", allowances])
        let follows =
            setsMode
            ? "Then Claude asks before each edit and command (mode: default)."
            : "⚠ then Claude goes on in the mode that it was in before the plan"
        return ([follows, refused(input[allowances]), plan].compactMap(\.self) + text.rest).joined(separator: "\n")
    }

    private static func refused(_ asked: JSONValue?) -> String? {
        guard let asked, asked != .null, asked != [] else { return nil }
        let entries = asked.array ?? [asked]
        let lines = entries.prefix(mostNamed).map { "- \(DisplayText.line(line($0), characters: 200))" }
        let more = entries.count > mostNamed ? ["- … and \(entries.count - mostNamed) more"] : []
        let title = "⚠ not granted from a phone, asked about each time (\(entries.count)):"
        return ([title] + lines + more).joined(separator: "\n")
    }

    private static func line(_ entry: JSONValue) -> String {
        if entry.object?.count == 2, let tool = entry["tool"]?.string, let prompt = entry["prompt"]?.string {
            return "\(tool): \(prompt)"
        }
        return (try? CanonicalJSON.text(entry)) ?? "…"
    }
}
