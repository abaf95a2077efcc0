import BellhopModel
import BellhopStore
import BellhopTestSupport
import MetricsTestKit
import Testing

@testable import BellhopCore

@Suite("Creating an ask", .timeLimit(.minutes(10)))
struct AskCreationTests {
    private let bench = EngineBench()

    @Test("An ask is stored with its notification and a delivery for each active device of the user")
    func stored() async throws {
        let phone = try await bench.phone()
        let tablet = try await bench.phone("iPad")
        _ = try await bench.phone(of: "bob")
        let ask = try await bench.ask(.approval(session: "s-7", expiresIn: 120))
        #expect(ask.state == .pending)
        #expect(ask.deadline == bench.time.now + .seconds(120))
        #expect(try await bench.store.ask(ask.id) == ask)
        let notification = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 9).first)
        #expect(notification.askID == ask.id)
        #expect(notification.expiresAt == ask.deadline)
        #expect(notification.thread == "s-7")
        #expect(notification.deepLink == "bellhop://asks/\(ask.id)")
        #expect(notification.category == ask.category)
        #expect(Set(bench.database.deliveries.map(\.deviceID)) == [phone.device.id, tablet.device.id])
        #expect(bench.database.deliveries.count == 2)
        #expect(bench.database.deliveries.allSatisfy { $0.due == ask.createdAt && $0.purpose == .show })
    }

    @Test("The category follows from the ask's content, unless the agent sets one")
    func category() async throws {
        #expect(try await bench.ask(.approval()).category.rawValue == "APPROVAL_REQUEST")
        #expect(try await bench.ask(.question(Question(text: "Which?"))).category.rawValue == "QUESTION_ASKED")
        var request = AskRequest.approval()
        request.category = CategoryID("com.example.DEPLOY")
        #expect(try await bench.ask(request).category.rawValue == "com.example.DEPLOY")
    }

    @Test("After three denials within ten minutes the same input is rejected; user and agent get the reason")
    func paused() async throws {
        let phone = try await bench.phone()
        for number in 0..<3 {
            let session = SessionID("s-\(number)")
            let request = AskRequest.approval("rm -rf /", session: session).bound(to: "nonce-of-number-\(number)")
            let ask = try await bench.ask(request)
            _ = try await bench.asks.answer(ask.id, phone.answer(.deny(message: nil), to: ask), by: phone.key)
        }
        for _ in 0..<2 {
            let error = await #expect(throws: APIError.self) {
                try await bench.ask(.approval("rm -rf /").bound(to: "another-nonce-of-16"))
            }
            #expect(error?.code == .askPaused)
            #expect(error?.message.contains("denied this same input 3 times") == true)
        }
        let told = try await bench.store.notifications(of: "ada", before: nil, limit: 99).filter { $0.askID == nil }
        #expect(told.map(\.title) == ["Asked 4 times, denied 3 times"])
        #expect(told.map(\.interruption) == [.passive])
        _ = try await bench.ask(.approval("ls"))
        _ = try await bench.asks.create(.approval("rm -rf /"), by: .agent(of: "bob"), recorder: nil)
        bench.time.advance(by: .seconds(600))
        _ = try await bench.ask(.approval("rm -rf /"))
    }

    @Test("Creating an ask publishes the ask and the badge")
    func events() async throws {
        let events = bench.hub.subscribe("ada")
        let ask = try await bench.ask()
        bench.hub.finish()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.askCreated(ask), .badge(1)])
    }

    @Test("A repeated request returns the first record and stores nothing")
    func repeated() async throws {
        let agent = KeyRecord.agent()
        let remember: @Sendable (Ask) throws -> IdempotencyRecord = { ask in
            IdempotencyRecord(
                scope: agent.id, key: "k", requestDigest: [1], status: 201, body: Array(ask.id.description.utf8),
                createdAt: ask.createdAt)
        }
        let first = try await bench.asks.create(.approval(), by: agent, recorder: remember)
        let second = try await bench.asks.create(.approval(), by: agent, recorder: remember)
        guard case .accepted(let ask) = first, case .repeated(let record) = second else {
            Issue.record("got \(first) and \(second)")
            return
        }
        #expect(record.body == Array(ask.id.description.utf8))
        #expect(try await bench.asks.list(for: agent, state: nil, limit: 9) == [ask])
    }

    @Test("Nothing is stored when the response record cannot be made")
    func unremembered() async throws {
        struct Unwritable: Error {}
        await #expect(throws: Unwritable.self) {
            try await bench.asks.create(.approval(), by: .agent()) { _ in throw Unwritable() }
        }
        #expect(try await bench.asks.list(for: .agent(), state: nil, limit: 9).isEmpty)
    }

    @Test("Only an agent's key creates asks", arguments: [KeyRecord.admin(), TestPhone().key])
    func roles(key: KeyRecord) async throws {
        await expectRefusal(.forbidden) {
            try await bench.asks.create(.approval(), by: key, recorder: nil)
        }
    }

    @Test("Texts that the store cannot keep are rejected")
    func unavailable() async throws {
        bench.database.breakDown()
        await #expect(throws: StoreUnavailable.self) { try await bench.ask() }
        bench.database.mend()
        #expect(try await bench.asks.list(for: .agent(), state: nil, limit: 9).isEmpty)
    }

    @Test("Created asks are counted")
    func metrics() async throws {
        let metrics = TestMetrics()
        _ = try await EngineBench(metrics: metrics).ask()
        #expect(metrics.counterTotal(label: "bellhop_asks_created_total") == 1)
    }

    @Test("Lists contain the user's own asks, newest first, optionally of one state, in pages of 1 to 200")
    func list() async throws {
        let first = try await bench.ask()
        bench.time.advance(by: .seconds(1))
        let second = try await bench.ask()
        _ = try await bench.ask(of: "bob")
        _ = try await bench.asks.withdraw(first.id, reason: .agentEnded, by: .agent())
        let asks = bench.asks
        #expect(try await asks.list(for: .agent(), state: nil, limit: 1000).map(\.id) == [second.id, first.id])
        #expect(try await asks.list(for: .agent(), state: .pending, limit: 1000).map(\.id) == [second.id])
        #expect(try await asks.list(for: .agent(), state: nil, limit: -3).map(\.id) == [second.id])
        await expectRefusal(.forbidden) { try await asks.list(for: .admin(), state: nil, limit: 1) }
    }
}
