import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Withdrawing an ask", .timeLimit(.minutes(10)))
struct WithdrawingTests {
    private let bench = EngineBench()

    @Test("It ends the ask with the reason; again changes nothing")
    func withdrawn() async throws {
        let ask = try await bench.ask()
        let events = bench.hub.subscribe("ada")
        let withdrawn = try await bench.asks.withdraw(ask.id, reason: .answeredInTerminal, by: .agent())
        #expect(withdrawn.state == .withdrawn)
        #expect(withdrawn.resolution?.reason == .answeredInTerminal)
        bench.time.advance(by: .seconds(5))
        #expect(try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent()) == withdrawn)
        bench.hub.finish()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.askResolved(withdrawn), .badge(0)])
    }

    @Test("What has been answered cannot be taken back")
    func answered() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        await expectRefusal(.askAlreadyAnswered) {
            try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        }
    }

    @Test("Nor what has expired", arguments: [true, false])
    func expired(alreadyEnded: Bool) async throws {
        let ask = try await bench.ask()
        bench.time.advance(to: ask.deadline)
        if alreadyEnded { _ = try await bench.store.expireAsks(at: bench.time.now, limit: 9) }
        await expectRefusal(.askExpired) {
            try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        }
    }

    @Test("Only an agent of the same user withdraws")
    func refused() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        for key in [phone.key, .admin(), .agent(of: "bob")] {
            await expectRefusal(.forbidden) {
                try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: key)
            }
        }
        await expectRefusal(.notFound) {
            try await bench.asks.withdraw(.make(at: bench.time.now), reason: .agentEnded, by: .agent())
        }
    }
}
