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
    /// SHA-256 of the tool's name and input: 64 hex digits.
    public let fingerprint: String

    public init(id: String?, subagent: String?, fingerprint: String) {
        self.id = id
        self.subagent = subagent
        self.fingerprint = fingerprint
    }

    /// - Returns: `nil` when `input` is about no tool.
    public init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        // Codex says what a call is for in its prompt alone, not in the events before and after it.
        let given = (input.toolInput ?? [:]).filter { input.agent != .codex || $0.key != "description" }
        let call: JSONValue = [.string(name), .object(given)]
        guard let bytes = try? CanonicalJSON.encode(call) else { return nil }
        self.init(
            id: input.toolUseID, subagent: input.subagent, fingerprint: Hex.encode(SHA256.hash(data: bytes)))
    }

    /// Whether both are one call, as far as can be said.
    public func isSame(as other: ToolCall) -> Bool {
        if let id, let otherID = other.id { return id == otherID }
        return subagent == other.subagent && fingerprint == other.fingerprint
    }
}
