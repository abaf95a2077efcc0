import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Waiting for an answer", .timeLimit(.minutes(10)))
struct WaitingTests {
    private let bench = EngineBench()

    @Test("Waiting for an ended ask returns at once")
    func ended() async throws {
        let ask = try await bench.ask()
        let withdrawn = try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        #expect(try await bench.asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55)) == withdrawn)
    }

    @Test("An answer ends the wait at once")
    func answered() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        let asks = bench.asks
        async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55))
        await bench.time.sleeper(until: bench.time.now + .seconds(55))
        let answered = try await asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        #expect(try await waited == answered)
        #expect(bench.hub.subscriberCount == 0)
        #expect(bench.time.sleeperCount == 0)
    }

    @Test("Another ask's end does not end the wait; the limit does")
    func limit() async throws {
        let ask = try await bench.ask()
        let other = try await bench.ask()
        let asks = bench.asks
        async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55))
        let end = bench.time.now + .seconds(55)
        await bench.time.sleeper(until: end)
        _ = try await asks.withdraw(other.id, reason: .agentEnded, by: .agent())
        bench.time.advance(to: end)
        #expect(try await waited.state == .pending)
    }

    @Test("A wait of zero reads once")
    func noTime() async throws {
        let ask = try await bench.ask()
        #expect(try await bench.asks.wait(for: ask.id, by: .agent(), atMost: .zero) == ask)
    }

    @Test("No answer is lost in a flood of events")
    func flood() async throws {
        let phone = try await bench.phone()
        let ask = try await bench.ask()
        let (asks, hub) = (bench.asks, bench.hub)
        async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55))
        await bench.time.sleeper(until: bench.time.now + .seconds(55))
        for badge in 0..<5000 { hub.publish(.badge(badge), to: "ada") }
        _ = try await asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        #expect(try await waited.state == .approved)
    }

    @Test("When the hub is finished, waits return the current ask")
    func finished() async throws {
        let ask = try await bench.ask()
        let asks = bench.asks
        async let waited = asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55))
        await bench.time.sleeper(until: bench.time.now + .seconds(55))
        bench.hub.finish()
        #expect(try await waited == ask)
        #expect(try await asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55)) == ask)
    }

    @Test("A cancelled wait throws and unsubscribes")
    func cancelled() async throws {
        let ask = try await bench.ask()
        await withTaskGroup(of: Bool.self) { [asks = bench.asks, time = bench.time] group in
            group.addTask {
                do { _ = try await asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55)) } catch {
                    return error is CancellationError
                }
                return false
            }
            await time.sleeper(until: time.now + .seconds(55))
            group.cancelAll()
            #expect(await group.next() == true)
        }
        #expect(bench.hub.subscriberCount == 0)
    }

    @Test("A key that may not read an ask may not wait for it")
    func refused() async throws {
        let ask = try await bench.ask()
        let asks = bench.asks
        await expectRefusal(.forbidden) {
            try await asks.wait(for: ask.id, by: .agent(of: "bob"), atMost: .seconds(1))
        }
        await expectRefusal(.forbidden) { try await asks.ask(ask.id, for: .admin()) }
        await expectRefusal(.notFound) { try await asks.ask(.make(at: bench.time.now), for: .agent()) }
    }
}

@Suite("Asks held for a local answer", .timeLimit(.minutes(10)))
struct HoldTests {
    private let bench = EngineBench()

    private static func request(hold: Int) -> AskRequest {
        var request = AskRequest.approval(expiresIn: 300)
        request.hold = hold
        return request
    }

    @Test("Connected clients are notified at once, devices at the end of the hold")
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
            await bench.database.recorded.reach(1)
            #expect(gateway.pushes.map(\.token) == [phone.device.token])
        }
    }

    @Test("An ask that is answered or withdrawn during the hold is never pushed", arguments: [true, false])
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

    @Test("Without a hold the push is due at once")
    func none() async throws {
        _ = try await bench.phone()
        let ask = try await bench.ask(Self.request(hold: 0))
        #expect(bench.database.deliveries.map(\.due) == [ask.createdAt])
    }
}
