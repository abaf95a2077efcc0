import BellhopModel

/// One line of a transcript, looked at for one thing only: whether a tool's result stands in it.
public enum TranscriptLine {
    /// Claude Code writes `{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_…"}]}}`.
    ///
    /// - Parameter line: without its line break; anything that is no such object holds no result.
    public static func holdsResult(of toolUse: String, _ line: [UInt8]) -> Bool {
        // Nearly all lines are about something else, and some are megabytes long.
        guard line.contains(toolUse.utf8), let value = JSONValue(bounded: line) else { return false }
        return value["message"]?["content"]?.array?.contains { entry in
            entry["type"]?.string == "tool_result" && entry["tool_use_id"]?.string == toolUse
        } ?? false
    }
}
