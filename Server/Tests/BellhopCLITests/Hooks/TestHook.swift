import BellhopAgents
import BellhopClient
import BellhopTerminal

@testable import BellhopHook

/// A configured hook that runs events like the hook's process.
@dynamicMemberLookup
struct TestHook: Sendable {
    let agent: Agent
    let wait: Duration
    var environment: HookEnvironment

    init(
        agent: Agent, client: BellhopClient, trusted: AnswerTrust, wait: Duration, notifyOnly: Bool, host: String?,
        state: StateFolder, time: ClientTime = .system
    ) {
        self.agent = agent
        self.wait = wait
        environment = HookEnvironment(
            client: client, trust: trusted, notifyOnly: notifyOnly, host: host, state: state, time: time)
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<HookEnvironment, Value>) -> Value {
        get { environment[keyPath: path] }
        set { environment[keyPath: path] = newValue }
    }

    subscript<Value>(dynamicMember path: KeyPath<HookEnvironment, Value>) -> Value { environment[keyPath: path] }

    func run(_ bytes: [UInt8], isGate: Bool = false) async -> HookReply {
        await result(of: bytes, isGate: isGate).reply
    }

    func result(of bytes: [UInt8], isGate: Bool = false) async -> HookResult {
        let payload = HookPayload(bytes, from: agent, isGate: isGate)
        let timeouts = HookTimeouts(for: payload, wait: wait, notifyOnly: environment.notifyOnly)
        return await HookRun.run(payload, within: timeouts, in: environment)
    }

    func watch(
        _ monitor: TurnMonitor, of bytes: [UInt8], find: (Int32) -> RunningProcess?
    ) async throws {
        await late(try HookInput(bytes, from: agent), bytes).watch(monitor, find: find)
    }

    func reportLate(_ bytes: [UInt8], for run: String) async throws -> HookReply {
        await late(try HookInput(bytes, from: agent), bytes).reportLate(for: run)
    }

    private func late(_ input: HookInput, _ bytes: [UInt8]) -> HookRun {
        HookRun(input, HookPayload(bytes, from: agent, isGate: false), within: .late, in: environment)
    }

    static func configuration(_ kind: HookTimeouts.Kind) -> BellhopClient.Configuration {
        HookTimeouts(answer: .seconds(60), kind).clientConfiguration
    }
}
