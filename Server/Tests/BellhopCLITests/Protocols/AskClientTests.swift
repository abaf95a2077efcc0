import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCLI

@Suite("The ask client of mcp and acp", .timeLimit(.minutes(10)))
struct AskClientTests {
    @Test("An ask is withdrawn when its program ends while no server answers")
    func cancelled() async throws {
        let closed = try ClosedPort()
        try await BellhopClient.with(ServerAddress(closed.url), key: Secret("bh_agent_test")) { client in
            let asking = Task {
                let (never, _) = AsyncStream<WithdrawalReason>.makeStream()
                let content = AskRequest.Content(
                    title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?"))
                return await AskClient(connection: .available(client, trusted: .server), wait: .seconds(60))
                    .ask(content, unless: never)
            }
            asking.cancel()
            guard case .withdrawn = await asking.value else {
                Issue.record("it was not withdrawn")
                return
            }
        }
    }

    @Test("A server's refusal names the program's arguments")
    func refusals() async throws {
        let message = "questions[0].options[1].label: is offered twice"
        let script = Script([try .json(400, APIError(.invalidRequest, message)), try .json(403, APIError(.forbidden))])
        let server = try await ScriptedServer(script)
        try await BellhopClient.with(ServerAddress(server.url), key: script.key) { client in
            let askClient = AskClient(connection: .available(client, trusted: .server), wait: .seconds(60))
            func failure() async -> String? {
                let (never, _) = AsyncStream<WithdrawalReason>.makeStream()
                let content = AskRequest.Content(
                    title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?"))
                let ending = await askClient.ask(content, naming: MCPQuestionFields.self, unless: never)
                return if case .failed(let why) = ending { why } else { nil }
            }
            #expect(await failure() == "options: is offered twice.")
            #expect(await failure()?.hasSuffix("Pass another key with --key or in BELLHOP_KEY.") == true)
        }
        try await server.stop()
    }

    @Test("A server that does not respond to a receipt delays the end only for a moment")
    func silentReceipt() async throws {
        let script = Script([.silence])
        let server = try await ScriptedServer(script)
        var configuration = BellhopClient.Configuration()
        configuration.timeout = .seconds(3600)
        try await BellhopClient.with(
            ServerAddress(server.url), key: script.key, configuration: configuration
        ) { client in
            // The time limit ends as soon as the server has the receipt.
            let time = ClientTime(
                now: ClientTime.system.now, sleep: { _ in try await until { !script.requests.isEmpty } })
            await client.reportApplied(AskID(high: 1, low: 1), by: time)
            #expect(script.requests.map(\.target) == ["/v1/receipts"])
        }
        try await server.stop()
    }
}

@Suite("Pending asks", .timeLimit(.minutes(10)))
struct PendingAsksTests {
    /// Processes all asks until each has been withdrawn.
    ///
    /// - Returns: the reasons by item.
    private func reasons(of asks: PendingAsks<Int, String>) async -> [String: WithdrawalReason] {
        let (withdrawals, recorder) = AsyncStream<(String, WithdrawalReason)>.makeStream()
        await asks.process(gracePeriod: .seconds(3600)) { item, withdrawn in
            for await reason in withdrawn {
                recorder.yield((item, reason))
                break
            }
        }
        recorder.finish()
        return await withdrawals.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    @Test("One ask is withdrawn by its key, the rest together, and later asks at once")
    func withdrawals() async {
        let asks = PendingAsks<Int, String>()
        for (key, item) in ["one", "two", "three"].enumerated() { asks.add(item, as: key) }
        asks.withdraw(1, .withdrawnByAgent)
        asks.withdraw(7, .withdrawnByAgent)
        asks.withdrawAll(.agentEnded)
        asks.add("late", as: 4)
        asks.finish()
        let reasons = await reasons(of: asks)
        #expect(reasons == ["one": .agentEnded, "two": .withdrawnByAgent, "three": .agentEnded, "late": .agentEnded])
    }

    @Test("A reused key belongs to the later ask, also after the processing of the first has ended")
    func reusedKey() async {
        let asks = PendingAsks<Int, String>()
        let (withdrawals, recorder) = AsyncStream<WithdrawalReason>.makeStream()
        for (key, item) in [(1, "first"), (1, "second"), (2, "third")] { asks.add(item, as: key) }
        asks.finish()
        await asks.process(gracePeriod: .seconds(3600)) { item, withdrawn in
            switch item {
            case "first": break
            case "second":
                for await reason in withdrawn {
                    recorder.yield(reason)
                    break
                }
            default:
                // Lets the first one end.
                for _ in 0..<1000 { await Task.yield() }
                asks.withdraw(1, .withdrawnByAgent)
            }
        }
        recorder.finish()
        #expect(await withdrawals.reduce(into: []) { $0.append($1) } == [.withdrawnByAgent])
    }

    @Test("Processing ends after the grace period")
    func gracePeriod() async {
        let asks = PendingAsks<Int, String>()
        asks.add("one", as: 1)
        asks.finish()
        await asks.process(gracePeriod: .milliseconds(1)) { _, withdrawn in for await _ in withdrawn {} }
        // Reached although the ask was not withdrawn.
        asks.withdraw(1, .agentEnded)
    }
}
