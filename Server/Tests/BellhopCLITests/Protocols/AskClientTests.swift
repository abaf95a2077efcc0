import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCLI

@Suite("What asks for mcp and acp", .timeLimit(.minutes(10)))
struct AskClientTests {
    @Test("An ask whose program ends while no server answers is taken back, and not told in words of the language")
    func cancelled() async throws {
        let nobody = try ClosedPort()
        try await BellhopClient.with(ServerAddress(nobody.url), key: Secret("bh_agent_test")) { client in
            let asking = Task {
                let (never, _) = AsyncStream<WithdrawalReason>.makeStream()
                let content = AskRequest.Content(
                    title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?"))
                return await AskClient(line: .open(client, trusted: .server), wait: .seconds(60)).ask(
                    content, unless: never)
            }
            asking.cancel()
            guard case .withdrawn = await asking.value else {
                Issue.record("it was not taken back")
                return
            }
        }
    }

    @Test("Why a server did not take an ask is said with the program's own names for what it gave")
    func refusals() async throws {
        let message = "questions[0].options[1].label: is offered twice"
        let script = Script([try .json(400, APIError(.invalidRequest, message)), try .json(403, APIError(.forbidden))])
        let server = try await ScriptedServer(script)
        try await BellhopClient.with(ServerAddress(server.url), key: script.key) { client in
            let askClient = AskClient(line: .open(client, trusted: .server), wait: .seconds(60))
            func failure() async -> String? {
                let (never, _) = AsyncStream<WithdrawalReason>.makeStream()
                let content = AskRequest.Content(
                    title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?"))
                let ending = await askClient.ask(content, naming: MCPQuestionFields.self, unless: never)
                return if case .failed(let why) = ending { why } else { nil }
            }
            #expect(await failure() == "options: is offered twice.")
            #expect(await failure()?.hasSuffix("Give another key with --key or in BELLHOP_KEY.") == true)
        }
        try await server.stop()
    }

    @Test("A server that says nothing to the word that the answer came is waited for no longer than a moment")
    func silentReceipt() async throws {
        let script = Script([.silence])
        let server = try await ScriptedServer(script)
        var configuration = BellhopClient.Configuration()
        configuration.timeout = .seconds(3600)
        try await BellhopClient.with(
            ServerAddress(server.url), key: script.key, configuration: configuration
        ) { client in
            // The moment is over as soon as the server has heard of it.
            let time = ClientTime(
                now: ClientTime.system.now, sleep: { _ in try await until { !script.requests.isEmpty } })
            await client.reportApplied(AskID(high: 1, low: 1), by: time)
            #expect(script.requests.map(\.target) == ["/v1/receipts"])
        }
        try await server.stop()
    }
}
