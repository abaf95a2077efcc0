import BellhopModel
import Crypto

/// A tool call of a session, as events identify it.
///
/// A prompt names the tool and its input, but not the call. Calls are therefore compared by their ids when both are known, and
/// by a fingerprint of tool and input otherwise.
public struct ToolCall: Codable, Hashable, Sendable {
    /// The agent's name for the call; `nil` when the event has none.
    public var id: String?
    /// The subagent that makes the call; `nil` for the main agent.
    public let subagent: String?
    /// SHA-256 of the tool's name and the stable part of its input: 64 hex digits.
    public let fingerprint: String

    public init(id: String?, subagent: String?, fingerprint: String) {
        self.id = id
        self.subagent = subagent
        self.fingerprint = fingerprint
    }

    /// - Returns: `nil` when `input` names no tool.
    public init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        self.init(
            name, input.toolInput ?? [:], of: input.agent, id: input.toolUseID, subagent: input.subagent)
    }

    /// - Parameters:
    ///   - tool: the agent's name for the tool.
    ///   - input: the tool's input.
    init?(_ tool: String, _ input: [String: JSONValue], of agent: Agent, id: String?, subagent: String? = nil) {
        let call: JSONValue = [.string(tool), .object(Self.stableInput(input, of: tool, agent))]
        guard let bytes = try? CanonicalJSON.encode(call) else { return nil }
        self.init(id: id, subagent: subagent, fingerprint: Hex.encode(SHA256.hash(data: bytes)))
    }

    /// The part of a tool's input that is equal before, in and after a prompt.
    private static func stableInput(
        _ given: [String: JSONValue], of tool: String, _ agent: Agent
    ) -> [String: JSONValue] {
        var stable = given
        switch (agent, tool) {
        // Claude Code adds the plan and its file before the prompt, and removes them afterwards. An agent has one plan at a time.
        case (.claude, "ExitPlanMode"): return [:]
        // Claude Code adds `answers` and `annotations`.
        case (.claude, "AskUserQuestion"): return given.filter { $0.key == "questions" }
        case (.codex, _):
            // Only Codex' prompt has a description, and it omits the last line break of a patch.
            stable["description"] = nil
            if case .string(let command)? = given["command"] {
                stable["command"] = .string(String(command.trimmingSuffix { $0 == "\n" || $0 == "\r\n" }))
            }
        default: break
        }
        return stable
    }

    /// Returns `true` if both are the same call, according to the ids if both are known, otherwise to the fingerprints.
    public func isSame(as other: ToolCall) -> Bool {
        if let id, let otherID = other.id { return id == otherID }
        return subagent == other.subagent && fingerprint == other.fingerprint
    }
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        lastIndex { !isTrimmed($0) }.map { self[...$0] } ?? ""
    }
}
