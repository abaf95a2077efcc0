import BellhopModel
import Testing

@testable import BellhopCLI

@Suite("Asks that are open beside each other", .timeLimit(.minutes(10)))
struct OpenAsksTests {
    /// Works on all until each has been taken back.
    ///
    /// - Returns: why, by the items.
    private func reasons(of asks: OpenAsks<Int, String>) async -> [String: WithdrawalReason] {
        let (taken, took) = AsyncStream<(String, WithdrawalReason)>.makeStream()
        await asks.work(within: .seconds(3600)) { item, withdrawn in
            for await reason in withdrawn {
                took.yield((item, reason))
                break
            }
        }
        took.finish()
        return await taken.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    @Test("Each is taken back by its own name, the rest together, and whatever comes after that at once")
    func taken() async {
        let asks = OpenAsks<Int, String>()
        for (key, item) in ["one", "two", "three"].enumerated() { asks.add(item, as: key) }
        asks.take(1, .withdrawnByAgent)
        asks.take(7, .withdrawnByAgent)
        asks.takeAll(.agentEnded)
        asks.add("late", as: 4)
        asks.finish()
        let reasons = await reasons(of: asks)
        #expect(reasons == ["one": .agentEnded, "two": .withdrawnByAgent, "three": .agentEnded, "late": .agentEnded])
    }

    @Test("A name that is used again is that of the later one, also once the work on the first has ended")
    func again() async {
        let asks = OpenAsks<Int, String>()
        let (taken, took) = AsyncStream<WithdrawalReason>.makeStream()
        for (key, item) in [(1, "first"), (1, "second"), (2, "third")] { asks.add(item, as: key) }
        asks.finish()
        await asks.work(within: .seconds(3600)) { item, withdrawn in
            switch item {
            case "first": break
            case "second":
                for await reason in withdrawn {
                    took.yield(reason)
                    break
                }
            default:
                // Time for the first one to be gone.
                for _ in 0..<1000 { await Task.yield() }
                asks.take(1, .withdrawnByAgent)
            }
        }
        took.finish()
        #expect(await taken.reduce(into: []) { $0.append($1) } == [.withdrawnByAgent])
    }

    @Test("Nobody is waited for longer than patience has")
    func patience() async {
        let asks = OpenAsks<Int, String>()
        asks.add("one", as: 1)
        asks.finish()
        await asks.work(within: .milliseconds(1)) { _, withdrawn in for await _ in withdrawn {} }
        // Whoever comes here was not held up by what nobody took back.
        asks.take(1, .agentEnded)
    }
}
