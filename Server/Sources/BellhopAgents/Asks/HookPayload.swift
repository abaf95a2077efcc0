/// The bytes that an agent wrote to its hook, parsed once.
public struct HookPayload: Sendable {
    public let agent: Agent
    public let bytes: [UInt8]
    /// The parsed event, or the reason why it cannot be used.
    public let input: Result<HookInput, HookProblem>
    /// The dialect in which the hook must answer even when it fails; `nil` unless the hook is a gate for this event.
    public let gate: ReplyDialect?

    /// - Parameter isGate: whether the hook was configured as a gate; Gemini CLI's hooks always are.
    public init(_ bytes: [UInt8], from agent: Agent, isGate: Bool) {
        self.agent = agent
        self.bytes = bytes
        input = Result { () throws(HookProblem) in try HookInput(bytes, from: agent) }
        gate = ReplyDialect(gateFor: bytes, of: agent, isGate: isGate)
    }
}
