import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// `bellhop acp` with a real agent process, written in the shell, and an editor over pipes.
@Suite("bellhop acp between an editor and an agent", .serialized, .timeLimit(.minutes(10)))
struct AgentRelayTests {
    /// Asks for permission, hears one line, says what it heard, and ends with 7.
    static let asker = """
        printf '%s\\n' '{"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s",\
        "toolCall":{"toolCallId":"c","kind":"execute","title":"npm test"},"options":[{"optionId":"yes","name":"Allow",\
        "kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}'
        IFS= read -r heard
        printf '{"jsonrpc":"2.0","method":"heard","params":%s}\\n' "$heard"
        exit 7
        """

    /// Runs an agent that asks through `askClient` while `body` is its editor.
    ///
    /// - Returns: the exit code.
    @discardableResult
    static func run(
        _ command: [String], askClient: AskClient, phoneOnly: Bool = false,
        signals: AsyncStream<Int32> = AsyncStream { _ in }, patience: Duration = .seconds(5),
        _ body: (StreamClient) async throws -> Void
    ) async throws -> Int32 {
        let editor = try StreamClient()
        let relay = AgentRelay(
            askClient: askClient,
            options: .init(
                command: command,
                proxy: .init(phoneOnly: phoneOnly, agent: "tester", host: "studio", folder: "/home/user/shop"),
                patience: patience,
                forwardSignals: { send in for await signal in signals { send(signal) } },
                remark: { _ in }))
        async let code = relay.run(editor.input, editor.output)
        do {
            try await body(editor)
        } catch {
            await editor.close()
            _ = try? await code
            throw error
        }
        let ended = try await code
        await editor.close()
        return ended
    }

    static func isHeard(_ message: JSONValue) -> Bool { message["method"] == "heard" }

    private static func isAsked(_ message: JSONValue) -> Bool { message["method"] == "session/request_permission" }

    static func option(_ heard: JSONValue) -> JSONValue? { heard["params"]?["result"]?["outcome"]?["optionId"] }

    private static func answer(_ option: String) -> JSONValue {
        ["jsonrpc": "2.0", "id": 5, "result": ["outcome": ["outcome": "selected", "optionId": .string(option)]]]
    }

    @Test(
        "The phone's answer reaches the agent, the editor's dialog is dismissed, and the exit code is the agent's",
        arguments: [true, false])
    func phoneFirst(approves: Bool) async throws {
        try await ProtocolJourney.run { journey in
            let code = try await Self.run(["sh", "-c", Self.asker], askClient: journey.askClient()) { editor in
                _ = try await editor.hear(where: Self.isAsked)
                _ = try await journey.shownAsk()
                let pressed = await journey.phone.press(approves ? .approve : .deny)
                #expect(pressed == .done)
                let dismissed = try await editor.hear()
                #expect(dismissed["method"] == "$/cancel_request")
                let heard = try await editor.hear(where: Self.isHeard)
                #expect(Self.option(heard) == (approves ? "yes" : "no"))
            }
            #expect(code == 7)
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.state == (approves ? .approved : .denied))
        }
    }

    @Test("The editor's answer goes through, and the phone is told that it was answered there")
    func editorFirst() async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(["/bin/sh", "-c", Self.asker], askClient: journey.askClient()) { editor in
                _ = try await journey.shownAsk()
                try await editor.say(Self.answer("yes"))
                let heard = try await editor.hear(where: Self.isHeard)
                #expect(Self.option(heard) == "yes")
            }
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.resolution?.reason == .answeredInTerminal)
        }
    }

    @Test("When the phone is late, or there is no server, the editor decides")
    func editorAlone() async throws {
        try await ProtocolJourney.run { journey in
            for askClient in [journey.askClient(wait: .seconds(1)), .offline] {
                try await Self.run(["sh", "-c", Self.asker], askClient: askClient) { editor in
                    _ = try await editor.hear(where: Self.isAsked)
                    if case .open = askClient.line {
                        let ask = try await journey.shownAsk()
                        // Nobody answers: it ends at its deadline.
                        var state = AskState.pending
                        while state == .pending { state = try await journey.client.getAsk(ask, wait: 5).state }
                        #expect(state == .expired)
                    }
                    try await editor.say(Self.answer("no"))
                    let heard = try await editor.hear(where: Self.isHeard)
                    #expect(Self.option(heard) == "no")
                }
            }
        }
    }

    @Test("With the phone alone, no answer in time and no server are a no, and the editor is never asked")
    func phoneOnly() async throws {
        try await ProtocolJourney.run { journey in
            for askClient in [journey.askClient(wait: .seconds(1)), .offline] {
                try await Self.run(["sh", "-c", Self.asker], askClient: askClient, phoneOnly: true) { editor in
                    let first = try await editor.hear()
                    #expect(Self.isHeard(first))
                    #expect(Self.option(first) == "no")
                }
            }
        }
    }

    @Test("With the phone alone, its yes is a yes")
    func phoneApproves() async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(["sh", "-c", Self.asker], askClient: journey.askClient(), phoneOnly: true) { editor in
                _ = try await journey.shownAsk()
                _ = await journey.phone.press(.approve)
                let heard = try await editor.hear()
                #expect(Self.option(heard) == "yes")
            }
        }
    }

    @Test("A call that changes is asked about again, and only the new approval allows it", arguments: [true, false])
    func changedCall(phoneOnly: Bool) async throws {
        let changing = Self.asker.replacingOccurrences(
            of: "IFS= read -r heard",
            with: """
                IFS= read -r go
                printf '%s\\n' '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{\
                "sessionUpdate":"tool_call_update","toolCallId":"c","title":"rm -rf /"}}}'
                IFS= read -r heard
                """)
        try await ProtocolJourney.run { journey in
            try await Self.run(["sh", "-c", changing], askClient: journey.askClient(), phoneOnly: phoneOnly) { editor in
                let first = try await journey.shownAsk()
                try await editor.say(["jsonrpc": "2.0", "method": "go"])
                let screen = await journey.phone.screen(within: .seconds(30)) { screen in
                    screen.notifications.contains { ![nil, first].contains($0.payload.askID) }
                        && screen.notifications.allSatisfy { $0.payload.askID != first }
                }
                let second = try #require(screen?.notifications.compactMap(\.payload.askID).first)
                #expect(try await journey.client.getAsk(first).resolution?.reason == .withdrawnByAgent)
                _ = await journey.phone.press(.approve)
                let heard = try await editor.hear(where: Self.isHeard)
                #expect(Self.option(heard) == "yes")
                let ask = try await journey.client.getAsk(second)
                #expect(ask.state == .approved && ask.request.body.contains("rm -rf /"))
            }
        }
    }

    @Test("An agent that dies takes its ask with it, and its signal is the exit code")
    func agentDies() async throws {
        let dying = Self.asker.replacingOccurrences(of: "exit 7", with: "kill -9 $$")
        try await ProtocolJourney.run { journey in
            let code = try await Self.run(["sh", "-c", dying], askClient: journey.askClient()) { editor in
                _ = try await journey.shownAsk()
                // Not the answer: just a line to go on with.
                try await editor.say(["jsonrpc": "2.0", "method": "go"])
                _ = try await editor.hear(where: Self.isHeard)
            }
            #expect(code == 128 + 9)
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.resolution?.reason == .agentEnded)
        }
    }

    @Test("A signal is passed on to the agent")
    func signals() async throws {
        let (signals, send) = AsyncStream<Int32>.makeStream()
        let code = try await Self.run(["sh", "-c", Self.asker], askClient: .offline, signals: signals) { editor in
            _ = try await editor.hear(where: Self.isAsked)
            send.yield(15)
        }
        #expect(code == 128 + 15)
    }

    @Test("A signal also reaches an agent that says and hears nothing any more")
    func signalToSilentAgent() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "silent")
            let (signals, send) = AsyncStream<Int32>.makeStream()
            // Its input ends when its output has.
            let silent = "exec >&-; cat; : > '\(file.path)'; exec sleep 1000"
            let code = try await Self.run(["sh", "-c", silent], askClient: .offline, signals: signals) { _ in
                try await until { FileManager.default.fileExists(atPath: file.path) }
                send.yield(15)
            }
            #expect(code == 128 + 15)
        }
    }

    @Test("After a signal, an editor that does not read holds up nothing")
    func editorThatDoesNotRead() async throws {
        let (signals, send) = AsyncStream<Int32>.makeStream()
        let code = try await Self.run(
            ["yes", String(repeating: "y", count: 4000)], askClient: .offline, signals: signals,
            patience: .milliseconds(50)
        ) { editor in
            _ = try await editor.hearBytes()
            send.yield(15)
        }
        #expect(code == 128 + 15)
    }

    @Test("Bytes of any kind and lines of any length come through as they are, both ways")
    func untouched() async throws {
        let noise = (0..<5_000_000).map { UInt8(11 + $0 % 245) }
        let bytes = Array("{not json\n".utf8) + [0xFF, 0, 10] + noise + [10] + Array("no line feed".utf8)
        let code = try await Self.run(["cat"], askClient: .offline) { editor in
            async let said: Void = editor.say(bytes)
            var heard: [UInt8] = []
            while heard.count < bytes.count - 12 { heard += try await editor.hearBytes() }
            await said
            await editor.close()
            while heard.count < bytes.count { heard += try await editor.hearBytes() }
            #expect(heard == bytes)
        }
        #expect(code == 0)
    }

    @Test("An agent that is not there is said so, with the exit code of a shell")
    func missing() async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            try await Self.run(["bellhop-no-such-agent"], askClient: .offline) { _ in }
        }
        #expect(failure?.exitCode.rawValue == 127)
        #expect(AgentRelay.exitCode(ofMissing: "bellhop-no-such-agent", path: "/usr/bin:/bin").rawValue == 127)
        // A folder is there, and cannot be run.
        #expect(AgentRelay.exitCode(ofMissing: "bin", path: "/sbin:/usr").rawValue == 126)
    }

    @Test("An agent that is there and cannot be run ends with the exit code of a shell for that")
    func notExecutable() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "agent")
            try Data("#!/bin/sh\n".utf8).write(to: file)
            let code = try await Self.run([file.path], askClient: .offline) { _ in }
            #expect(code == 126)
        }
    }
}
