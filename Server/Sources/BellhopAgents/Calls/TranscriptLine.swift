import BellhopModel

/// One line of a transcript, looked at for one thing only: which tools' results stand in it.
public enum TranscriptLine {
    /// Claude Code writes `{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_…"}]}}`.
    ///
    /// - Parameter line: without its line break; anything that is no such object holds no result.
    /// - Returns: the uses of tools, as the agent names them.
    public static func results(in line: [UInt8]) -> [String] {
        // Nearly all lines are about something else, and some are megabytes long.
        guard line.contains("tool_result".utf8), let value = JSONValue(bounded: line) else { return [] }
        return (value["message"]?["content"]?.array ?? []).compactMap { entry in
            entry["type"]?.string == "tool_result" ? entry["tool_use_id"]?.string : nil
        }
    }
}
