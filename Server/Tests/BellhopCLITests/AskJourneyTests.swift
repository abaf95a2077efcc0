import BellhopClient
import BellhopCore
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopCLI

/// `bellhop ask` run by a script, with the real server and a phone.
@Suite("A script asks and a phone answers", .serialized, .timeLimit(.minutes(10)))
struct AskJourneyTests {
    private static func ask(
        _ arguments: [String], _ bellhop: RunningBellhop, during body: (Int32) async throws -> Void = { _ in }
    ) async throws -> ProgramRun {
        try await ProgramRun.of(
            [HookProcess.tool().path, "ask"] + arguments,
            environment: HookProcess.environment(bellhop.url, bellhop.keys.agent, bellhop.folder),
            folder: bellhop.folder, during: body)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        /// The phone's script step.
        var step: String
        var output: String
        var status: Int32 = 0

        var testDescription: String { step }
    }

    @Test(
        "ask reports every kind of answer as applied to the phone",
        arguments: [
            Case(arguments: ["Deploy?"], step: "approve", output: "approved\n"),
            Case(arguments: ["Deploy?"], step: "deny", output: "denied\n", status: 1),
            Case(arguments: ["Where?", "--option", "here"], step: "reply there", output: "there\n"),
        ])
    func applied(_ given: Case) async throws {
        try await RunningBellhop.run { bellhop in
            await bellhop.phone.unlock()
            async let run = Self.ask(given.arguments, bellhop)
            let script = try PhoneScript("wait\n\(given.step)\nexpect result agent_went_on")
            try await ScriptedPhone(phone: bellhop.phone).run(script)
            let (output, status) = (try await run.output, try await run.status)
            #expect(output == given.output && status == given.status)
            let asked = try #require(try await bellhop.agent.call(API.listAsks).items.first)
            #expect(asked.appliedAt != nil)
        }
    }

    @Test("A termination signal withdraws the ask", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(_ signal: Int32) async throws {
        try await RunningBellhop.run { bellhop in
            let run = try await Self.ask(["Deploy?"], bellhop) { process in
                _ = await bellhop.phone.screen { !$0.notifications.isEmpty }
                kill(process, signal)
            }
            #expect(run.output.isEmpty && run.status == 130)
            let states = try await bellhop.agent.call(API.listAsks).items.map(\.state)
            #expect(states == [.withdrawn])
        }
    }

    @Test("A signal before the server's response ends the wait, and withdraws the ask if it was stored")
    func interruptedEarly() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let asked = Self.asked
        for isStored in [true, false] {
            let process = Mutex<Int32?>(nil)
            let script = Script { request in
                switch request.method {
                case "POST":
                    var id: Int32?
                    while id == nil { id = process.withLock { $0 } }
                    if let id { kill(id, SIGINT) }
                    return isStored ? try .json(201, asked) : .silence
                case "DELETE":
                    var closed = asked
                    closed.resolution = Resolution(state: .withdrawn, at: asked.createdAt)
                    return try .json(200, closed)
                default: return .silence
                }
            }
            let server = try await ScriptedServer(script)
            let run = try await ProgramRun.of(
                [HookProcess.tool().path, "ask", "Deploy?"],
                environment: HookProcess.environment(server.url, script.key, folder.url),
                folder: folder.url
            ) { id in process.withLock { $0 = id } }
            try await server.stop()
            #expect(run.status == 130 && run.output.isEmpty)
            #expect(script.requests.contains { $0.method == "DELETE" } == isStored)
        }
    }

    @Test("An interrupted ask is reported with its state")
    func stateAfterInterruption() {
        func text(_ state: AskState?) -> String {
            let resolution = state.map { Resolution(state: $0, at: Timestamp(seconds: 1)) }
            return AskCommand.stateAfterInterruption(of: resolution.map(Self.closed))
        }
        #expect(text(.withdrawn) == "the ask is withdrawn")
        #expect(text(.approved) == "the ask had already ended: approved")
        #expect(text(nil).hasPrefix("the ask could not be withdrawn"))
    }

    private static let asked = Ask(
        id: AskID(high: 1, low: 1), userID: "anna", sessionID: nil, category: .approvalRequest,
        request: .init(title: "?", body: "?", input: "?", inputDigest: ""), createdAt: Timestamp(seconds: 1),
        deadline: Timestamp(seconds: 2))

    private static func closed(_ resolution: Resolution) -> Ask {
        var ask = asked
        ask.resolution = resolution
        return ask
    }

    @Test("Without an answer nothing is printed and nothing is reported as applied")
    func unanswered() async throws {
        try await RunningBellhop.run { bellhop in
            let run = try await Self.ask(["Deploy?", "--timeout", "1", "--default", "approve"], bellhop)
            #expect(run.output.isEmpty && run.status == 0)
            let asked = try #require(try await bellhop.agent.call(API.listAsks).items.first)
            #expect(asked.appliedAt == nil)
        }
    }
}
