import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Waiting for an answer", .timeLimit(.minutes(10)))
struct WaitingTests {
    private let bench = EngineBench()

    @Test("An ask that has ended is not waited for")
    func ended() async throws {
        let ask = try await bench.ask()
        let withdrawn = try await bench.asks.withdraw(ask.id, reason: .agentEnded, by: .agent())
        #expect(try await bench.asks.wait(for: ask.id, by: .agent(), atMost: .seconds(55)) == withdrawn)
    }

    @Test("The answer ends the wait at once")
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

    @Test("The end of another ask does not end the wait; its limit does")
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

    @Test("A wait of no time reads once")
    func noTime() async throws {
        let ask = try await bench.ask()
        #expect(try await bench.asks.wait(for: ask.id, by: .agent(), atMost: .zero) == ask)
    }

    @Test("A flood of events loses no answer")
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

    @Test("When the hub is finished, waits end with the ask as it stands")
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

    @Test("Who may not read an ask may not wait for it")
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
