import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("An ask that is held for the person at the desk", .timeLimit(.minutes(10)))
struct HoldTests {
    private let bench = EngineBench()

    private static func request(hold: Int) -> AskRequest {
        var request = AskRequest.approval(expiresIn: 300)
        request.hold = hold
        return request
    }

    @Test("Connected clients are told at once, phones when the hold ends")
    func held() async throws {
        let gateway = ScriptedGateway()
        let phone = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            let events = bench.hub.subscribe("ada")
            let ask = try await bench.ask(Self.request(hold: 20))
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == .askCreated(ask))
            #expect(ask.deadline == ask.createdAt + .seconds(300))
            #expect(gateway.pushes.isEmpty)
            bench.time.advance(to: ask.createdAt + .seconds(20))
            await bench.store.recorded.reach(1)
            #expect(gateway.pushes.map(\.token) == [phone.device.token])
        }
    }

    @Test("Answered in the app or withdrawn at the desk meanwhile, it is never pushed", arguments: [true, false])
    func over(_ isAnswered: Bool) async throws {
        let phone = try await bench.phone()
        _ = try await bench.phone("iPad")
        let ask = try await bench.ask(Self.request(hold: 20))
        bench.time.advance(by: .seconds(19))
        if isAnswered {
            _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        } else {
            _ = try await bench.asks.withdraw(ask.id, reason: .answeredInTerminal, by: .agent())
        }
        bench.time.advance(by: .seconds(60))
        let lease = bench.time.now + .seconds(60)
        #expect(try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9).isEmpty)
    }

    @Test("Without a hold nothing waits")
    func none() async throws {
        _ = try await bench.phone()
        let ask = try await bench.ask(Self.request(hold: 0))
        #expect(bench.store.deliveries.map(\.due) == [ask.createdAt])
    }
}
