import BellhopModel

/// One line of a transcript, looked at for three things only: which tools' results stand in it, which calls came to nothing, and
/// whether the person stopped the agent.
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

    /// What failed tools, and calls that were refused, gave instead of a result, by their use.
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

    /// Whether what a call gave is what Claude Code writes for one that was denied: the denial's own words, or, where it stopped
    /// the agent as well, words of Claude Code's.
    public static func isDenial(_ failure: String, saying message: String) -> Bool {
        failure.contains(message) || failure.hasPrefix("The user doesn't want to proceed with this tool use")
    }

    /// Whether the person stopped the agent, which Claude Code tells in no event: by Escape, by a "no" in the terminal, or by
    /// a denial that stops it. It writes `{"type":"user","message":{"content":[{"type":"text","text":"[Request interrupted by
    /// user]"}]}}` then, also with ` for tool use` before the bracket.
    public static func isInterruption(_ line: [UInt8]) -> Bool {
        guard line.contains(interruption.utf8), let value = JSONValue(bounded: line), value["type"]?.string == "user"
        else { return false }
        return (value["message"]?["content"]?.array ?? []).contains { entry in
            entry["type"]?.string == "text" && entry["text"]?.string?.hasPrefix(interruption) == true
        }
    }

    private static let interruption = "[Request interrupted by user"
}
