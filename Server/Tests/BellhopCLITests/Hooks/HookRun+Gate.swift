import BellhopAgents

@testable import BellhopHook

extension HookRun {
    /// As the hook's command runs it.
    func run(_ bytes: [UInt8], isGate: Bool = false) async -> HookReply {
        await run(bytes, in: ReplyDialect(decidedBy: bytes, of: agent, isGate: isGate))
    }
}
