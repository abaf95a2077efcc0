import BellhopModel

/// Parses lines of Claude Code's transcripts for tool results, errors and interruptions.
public enum TranscriptLine {
    /// Claude Code writes `{"message":{"content":[{"type":"tool_result","tool_use_id":"toolu_…"}]}}`.
    ///
    /// - Parameter line: a line without its line break.
    /// - Returns: the ids of the calls whose results the line holds.
    public static func results(in line: [UInt8]) -> [String] {
        // Most lines hold no result, and some are megabytes long.
        guard line.contains("tool_result".utf8), let value = JSONValue(bounded: line) else { return [] }
        return (value["message"]?["content"]?.array ?? []).compactMap { entry in
            entry["type"]?.string == "tool_result" ? entry["tool_use_id"]?.string : nil
        }
    }

    /// The error texts of failed and refused calls, by the id of the call.
    public static func failures(in line: [UInt8]) -> [String: String] {
        guard line.contains("tool_result".utf8), line.contains("is_error".utf8), let value = JSONValue(bounded: line)
        else { return [:] }
        var failures: [String: String] = [:]
        for entry in value["message"]?["content"]?.array ?? [] {
            guard entry["type"]?.string == "tool_result", entry["is_error"]?.lenientFlag == true,
                let use = entry["tool_use_id"]?.string
            else { continue }
            let content = entry["content"]
            failures[use] =
                content?.string ?? (content?.array ?? []).compactMap { $0["text"]?.string }.joined(separator: "\n")
        }
        return failures
    }

    /// Returns whether an error text is that of a denied call: the denial's message, or Claude Code's own text when the denial also
    /// stopped the agent.
    public static func isDenial(_ failure: String, saying message: String) -> Bool {
        failure.contains(message) || failure.hasPrefix("The user doesn't want to proceed with this tool use")
    }

    /// Returns whether the user stopped the agent, which Claude Code reports in no event: with Escape, with a "no" in the terminal,
    /// or with a denial that stops it. Claude Code writes `{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by
    /// user]"}]}}`, also with ` for tool use` before the bracket.
    public static func isInterruption(_ line: [UInt8]) -> Bool {
        guard line.contains(interruption.utf8), let value = JSONValue(bounded: line), value["type"]?.string == "user"
        else { return false }
        return (value["message"]?["content"]?.array ?? []).contains { entry in
            entry["type"]?.string == "text" && entry["text"]?.string?.hasPrefix(interruption) == true
        }
    }

    private static let interruption = "[Request interrupted by user"
}
