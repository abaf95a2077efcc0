import BellhopModel
import Crypto

/// One use of a tool within a session, as far as events name it.
///
/// A prompt about a call does not say which call it is about: it names the tool and its input, but not the use. Calls are
/// therefore told apart by their use where both sides know it, and by what they do where they do not.
public struct ToolCall: Codable, Hashable, Sendable {
    /// The use as the agent names it; `nil` where an event leaves it out.
    public var id: String?
    /// The subagent that makes the call; `nil` for the main agent.
    public let subagent: String?
    /// SHA-256 of the tool's name and of what lasts of its input: 64 hex digits.
    public let fingerprint: String

    public init(id: String?, subagent: String?, fingerprint: String) {
        self.id = id
        self.subagent = subagent
        self.fingerprint = fingerprint
    }

    /// - Returns: `nil` when `input` is about no tool.
    public init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        self.init(
            name, input.toolInput ?? [:], of: input.agent, id: input.toolUseID, subagent: input.subagent)
    }

    /// - Parameters:
    ///   - tool: as the agent names it.
    ///   - input: what it is given.
    init?(_ tool: String, _ input: [String: JSONValue], of agent: Agent, id: String?, subagent: String? = nil) {
        let call: JSONValue = [.string(tool), .object(Self.lasting(input, of: tool, agent))]
        guard let bytes = try? CanonicalJSON.encode(call) else { return nil }
        self.init(id: id, subagent: subagent, fingerprint: Hex.encode(SHA256.hash(data: bytes)))
    }

    /// The part of a tool's input that is the same before, in and after a prompt.
    private static func lasting(
        _ given: [String: JSONValue], of tool: String, _ agent: Agent
    ) -> [String: JSONValue] {
        var lasting = given
        switch (agent, tool) {
        // Claude Code adds the plan and its file before the prompt, and drops them afterwards. An agent has one plan at a time.
        case (.claude, "ExitPlanMode"): return [:]
        // It adds `answers` and `annotations`.
        case (.claude, "AskUserQuestion"): return given.filter { $0.key == "questions" }
        case (.codex, _):
            // Codex says what a call is for in its prompt alone, and leaves out a patch's last line break there.
            lasting["description"] = nil
            if case .string(let command)? = given["command"] {
                lasting["command"] = .string(String(command.trimmingSuffix { $0 == "\n" || $0 == "\r\n" }))
            }
        default: break
        }
        return lasting
    }

    /// Whether both are one call, as far as can be said.
    public func isSame(as other: ToolCall) -> Bool {
        if let id, let otherID = other.id { return id == otherID }
        return subagent == other.subagent && fingerprint == other.fingerprint
    }
}

extension String {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
        lastIndex { !isLeftOut($0) }.map { self[...$0] } ?? ""
    }
}
