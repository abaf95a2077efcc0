import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Synchronization

@testable import BellhopCLI
@testable import BellhopHook
@testable import BellhopTerminal

/// One session of an agent beside a running Bellhop, event by event, each in a hook of its own.
struct HookFixture: Sendable {
    let bellhop: RunningBellhop
    let agent: Agent
    var session = "s-1"
    var time = Self.unhurried

    var state: StateFolder { StateFolder(url: bellhop.folder.appending(path: "state")) }
    var transcript: URL { bellhop.folder.appending(path: "transcript.jsonl") }

    func run(
        wait: Duration = .seconds(60), notifyOnly: Bool = false,
        onAccepted: @escaping @Sendable (Ask) async -> Void = { _ in }
    ) -> HookRun {
        var run = HookRun(
            agent: agent, client: bellhop.agent, trusted: .server, wait: wait, notifyOnly: notifyOnly, host: "studio",
            state: state, time: time)
        run.onAccepted = onAccepted
        return run
    }

    /// On a busy machine a second is soon over: what a hook gives up after such a time, it gives up later.
    static let unhurried = ClientTime(
        now: ClientTime.system.now, sleep: { try await ClientTime.system.sleep($0 < .seconds(1) ? $0 : $0 * 60) })

    /// What an event looks like; the fields of `more` win.
    func event(_ name: String, _ more: [String: JSONValue] = [:]) throws -> [UInt8] {
        var fields: [String: JSONValue] = [
            "session_id": .string(session), "cwd": "/home/user/shop", "hook_event_name": .string(name),
            "transcript_path": .string(transcript.path), "prompt_id": "p-1", "permission_mode": "default",
        ]
        fields.merge(more) { $1 }
        return try CanonicalJSON.encode(JSONValue.object(fields))
    }

    static let bash: [String: JSONValue] = [
        "tool_name": "Bash", "tool_input": ["command": "npm test", "description": "Run the tests"],
    ]

    static func bash(use: String, subagent: String? = nil) -> [String: JSONValue] {
        bash.merging(["tool_use_id": .string(use)].merging(subagent.map { ["agent_id": .string($0)] } ?? [:]) { $1 }) {
            $1
        }
    }

    /// Runs a hook to its end.
    @discardableResult
    func happens(_ name: String, _ more: [String: JSONValue] = [:]) async throws -> HookReply {
        await run().run(try event(name, more))
    }

    /// Asks for `Bash`, unless something else is given; when the phone shows it, `meanwhile` happens.
    ///
    /// - Returns: what the hook prints, and the ask as it is in the end.
    func asks(
        _ name: String = "PermissionRequest", _ more: [String: JSONValue] = Self.bash,
        meanwhile: @escaping @Sendable (Ask) async throws -> Void
    ) async throws -> (reply: HookReply, ask: Ask) {
        let (asks, accepted) = AsyncStream<Ask>.makeStream()
        let run = run { accepted.yield($0) }
        let input = try event(name, more)
        return try await withThrowingTaskGroup(of: HookReply.self) { group in
            group.addTask { await run.run(input) }
            guard let ask = await asks.first(where: { _ in true }) else { throw CancellationError() }
            _ = await bellhop.phone.screen { $0.notifications.contains { $0.payload.askID == ask.id } }
            try await meanwhile(ask)
            let reply = try await group.next()
            return (reply ?? .silence("nothing"), try await bellhop.agent.getAsk(ask.id))
        }
    }

    /// Where the transcript of a subagent of the session stands.
    func transcript(of subagent: String) -> URL {
        transcript.deletingPathExtension().appending(path: "subagents/agent-\(subagent).jsonl")
    }

    /// The agent writes into a transcript that a use of a tool has had its result: the main one unless another is given.
    func writes(resultOf use: String, in transcript: URL? = nil) throws {
        let file = transcript ?? self.transcript
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let line = #"{"message":{"content":[{"type":"tool_result","tool_use_id":"\#(use)"}]}}"# + "\n"
        let former = (try? Data(contentsOf: file)) ?? Data()
        try (former + Data(line.utf8)).write(to: file)
    }
}

/// How often hooks have looked at what happens at the desk, by the system's clock.
final class Looks: Sendable {
    private let count = Mutex(0)

    var time: ClientTime {
        ClientTime(
            now: ClientTime.system.now,
            sleep: { [self] pause in
                if pause == DeskWatch.interval { count.withLock { $0 += 1 } }
                try await ClientTime.system.sleep(pause)
            })
    }

    /// Returns when a hook has looked a few times more and gone on waiting, or `ask` has ended.
    func pass(_ ask: AskID, _ client: BellhopClient) async throws {
        let enough = count.withLock { $0 } + 3
        try await until {
            if count.withLock({ $0 }) >= enough { return true }
            return try await client.getAsk(ask).state != .pending
        }
    }
}
