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

/// `bellhop acp` with a real agent process, a shell script, and an editor over pipes.
@Suite("bellhop acp between an editor and an agent", .serialized, .timeLimit(.minutes(10)))
struct AgentRelayTests {
    /// Requests a permission, reads one line, sends it back, and exits with 7.
    static let asker = """
        printf '%s\\n' '{"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s",\
        "toolCall":{"toolCallId":"c","kind":"execute","title":"npm test"},"options":[{"optionId":"yes","name":"Allow",\
        "kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}'
        IFS= read -r heard
        printf '{"jsonrpc":"2.0","method":"heard","params":%s}\\n' "$heard"
        exit 7
        """

    /// Runs an agent that asks through `askClient` with `body` as its editor.
    ///
    /// - Returns: the exit code.
    @discardableResult
    static func run(
        _ command: [String], askClient: AskClient, phoneOnly: Bool = false,
        signals: AsyncStream<Int32> = AsyncStream { _ in }, gracePeriod: Duration = .seconds(5),
        _ body: (StreamClient) async throws -> Void
    ) async throws -> Int32 {
        let editor = try StreamClient()
        let relay = AgentRelay(
            askClient: askClient,
            options: .init(
                command: command,
                proxy: .init(phoneOnly: phoneOnly, agent: "tester", host: "studio", folder: "/home/user/shop"),
                gracePeriod: gracePeriod,
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
                _ = try await editor.receive(where: Self.isAsked)
                _ = try await journey.shownAsk()
                let pressed = await journey.phone.press(approves ? .approve : .deny)
                #expect(pressed == .done)
                let dismissed = try await editor.receive()
                #expect(dismissed["method"] == "$/cancel_request")
                let heard = try await editor.receive(where: Self.isHeard)
                #expect(Self.option(heard) == (approves ? "yes" : "no"))
            }
            #expect(code == 7)
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.state == (approves ? .approved : .denied))
        }
    }

    @Test("The editor's answer reaches the agent, and the ask is withdrawn as answered in the terminal")
    func editorFirst() async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(["/bin/sh", "-c", Self.asker], askClient: journey.askClient()) { editor in
                _ = try await journey.shownAsk()
                try await editor.send(Self.answer("yes"))
                let heard = try await editor.receive(where: Self.isHeard)
                #expect(Self.option(heard) == "yes")
            }
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.resolution?.reason == .answeredInTerminal)
        }
    }

    @Test("Without an answer in time, or without a server, the editor decides")
    func editorAlone() async throws {
        try await ProtocolJourney.run { journey in
            for askClient in [journey.askClient(wait: .seconds(1)), .offline] {
                try await Self.run(["sh", "-c", Self.asker], askClient: askClient) { editor in
                    _ = try await editor.receive(where: Self.isAsked)
                    if case .available = askClient.connection {
                        let ask = try await journey.shownAsk()
                        // Without an answer the ask ends at its deadline.
                        var state = AskState.pending
                        while state == .pending { state = try await journey.client.getAsk(ask, wait: 5).state }
                        #expect(state == .expired)
                    }
                    try await editor.send(Self.answer("no"))
                    let heard = try await editor.receive(where: Self.isHeard)
                    #expect(Self.option(heard) == "no")
                }
            }
        }
    }

    @Test("With --phone-only, no answer in time and no server are a denial, and the editor is never asked")
    func phoneOnly() async throws {
        try await ProtocolJourney.run { journey in
            for askClient in [journey.askClient(wait: .seconds(1)), .offline] {
                try await Self.run(["sh", "-c", Self.asker], askClient: askClient, phoneOnly: true) { editor in
                    let first = try await editor.receive()
                    #expect(Self.isHeard(first))
                    #expect(Self.option(first) == "no")
                }
            }
        }
    }

    @Test("With --phone-only, the phone's approval allows")
    func phoneApproves() async throws {
        try await ProtocolJourney.run { journey in
            try await Self.run(["sh", "-c", Self.asker], askClient: journey.askClient(), phoneOnly: true) { editor in
                _ = try await journey.shownAsk()
                _ = await journey.phone.press(.approve)
                let heard = try await editor.receive()
                #expect(Self.option(heard) == "yes")
            }
        }
    }

    @Test("A changed call is asked about again, and only the new approval allows it", arguments: [true, false])
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
                try await editor.send(["jsonrpc": "2.0", "method": "go"])
                let screen = await journey.phone.screen(within: .seconds(30)) { screen in
                    screen.notifications.contains { ![nil, first].contains($0.payload.askID) }
                        && screen.notifications.allSatisfy { $0.payload.askID != first }
                }
                let second = try #require(screen?.notifications.compactMap(\.payload.askID).first)
                #expect(try await journey.client.getAsk(first).resolution?.reason == .withdrawnByAgent)
                _ = await journey.phone.press(.approve)
                let heard = try await editor.receive(where: Self.isHeard)
                #expect(Self.option(heard) == "yes")
                let ask = try await journey.client.getAsk(second)
                #expect(ask.state == .approved && ask.request.body.contains("rm -rf /"))
            }
        }
    }

    @Test("The ask of a killed agent is withdrawn, and the exit code is 128 plus the signal")
    func agentDies() async throws {
        let dying = Self.asker.replacingOccurrences(of: "exit 7", with: "kill -9 $$")
        try await ProtocolJourney.run { journey in
            let code = try await Self.run(["sh", "-c", dying], askClient: journey.askClient()) { editor in
                _ = try await journey.shownAsk()
                // Any line lets the agent continue.
                try await editor.send(["jsonrpc": "2.0", "method": "go"])
                _ = try await editor.receive(where: Self.isHeard)
            }
            #expect(code == 128 + 9)
            let ask = try #require(try await journey.client.call(API.listAsks).items.first)
            #expect(ask.resolution?.reason == .agentEnded)
        }
    }

    @Test("A signal is forwarded to the agent")
    func signals() async throws {
        let (signals, send) = AsyncStream<Int32>.makeStream()
        let code = try await Self.run(["sh", "-c", Self.asker], askClient: .offline, signals: signals) { editor in
            _ = try await editor.receive(where: Self.isAsked)
            send.yield(15)
        }
        #expect(code == 128 + 15)
    }

    @Test("A signal also reaches an agent that has closed its streams")
    func signalToSilentAgent() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "silent")
            let (signals, send) = AsyncStream<Int32>.makeStream()
            // The relay ends the agent's input after its output has ended.
            let silent = "exec >&-; cat; : > '\(file.path)'; exec sleep 1000"
            let code = try await Self.run(["sh", "-c", silent], askClient: .offline, signals: signals) { _ in
                try await until { FileManager.default.fileExists(atPath: file.path) }
                send.yield(15)
            }
            #expect(code == 128 + 15)
        }
    }

    @Test("After a signal, an editor that does not read does not delay the end")
    func editorThatDoesNotRead() async throws {
        let (signals, send) = AsyncStream<Int32>.makeStream()
        let code = try await Self.run(
            ["yes", String(repeating: "y", count: 4000)], askClient: .offline, signals: signals,
            gracePeriod: .milliseconds(50)
        ) { editor in
            _ = try await editor.receiveBytes()
            send.yield(15)
        }
        #expect(code == 128 + 15)
    }

    @Test("Arbitrary bytes and lines of any length are relayed unchanged in both directions")
    func untouched() async throws {
        let noise = (0..<5_000_000).map { UInt8(11 + $0 % 245) }
        let bytes = Array("{not json\n".utf8) + [0xFF, 0, 10] + noise + [10] + Array("no line feed".utf8)
        let code = try await Self.run(["cat"], askClient: .offline) { editor in
            async let said: Void = editor.send(bytes)
            var heard: [UInt8] = []
            while heard.count < bytes.count - 12 { heard += try await editor.receiveBytes() }
            await said
            await editor.close()
            while heard.count < bytes.count { heard += try await editor.receiveBytes() }
            #expect(heard == bytes)
        }
        #expect(code == 0)
    }

    @Test("A missing agent is reported with the exit code of a shell")
    func missing() async throws {
        let failure = await #expect(throws: CommandFailure.self) {
            try await Self.run(["bellhop-no-such-agent"], askClient: .offline) { _ in }
        }
        #expect(failure?.exitCode.rawValue == 127)
        #expect(AgentRelay.exitCode(ofMissing: "bellhop-no-such-agent", path: "/usr/bin:/bin").rawValue == 127)
        // A folder exists and cannot be run.
        #expect(AgentRelay.exitCode(ofMissing: "bin", path: "/sbin:/usr").rawValue == 126)
    }

    @Test("An agent that cannot be run ends with the exit code of a shell")
    func notExecutable() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "agent")
            try Data("#!/bin/sh\n".utf8).write(to: file)
            let code = try await Self.run([file.path], askClient: .offline) { _ in }
            #expect(code == 126)
        }
    }
}
