import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Live Activities follow what the app learns")
struct ActivityUpdateTests {
    private let bench = LiveActivitySyncTests.Bench()

    /// Lets the activity of the session learn `updates`.
    private func learn(_ updates: BellhopUpdate...) async {
        bench.port.put("a", of: "session-1", token: [1])
        let keeper = bench.keeper()
        await keeper.foreground()
        let stream = AsyncStream { continuation in
            for update in updates { continuation.yield(update) }
            continuation.finish()
        }
        await keeper.follow(stream)
    }

    /// The ask whose buttons the activity shows.
    private var shownAsk: String? { bench.port.content(of: "a")?.state.ask?.id }

    private var session: AgentSession { bench.session(.waiting, "session-1") }

    @Test(
        "A session's news are shown, with the ask that it waits for, whichever comes first", arguments: [true, false])
    func asks(sessionFirst: Bool) async {
        let ask = Fixture.ask()
        let pending = BellhopUpdate.pending([ask], answering: [:])
        if sessionFirst {
            await learn(.session(session), pending)
        } else {
            await learn(pending, .session(session))
        }
        #expect(shownAsk == ask.id.description)
    }

    @Test("An ask that was answered here, or ended anywhere, takes its buttons along", arguments: [true, false])
    func ended(here: Bool) async {
        let ask = Fixture.ask()
        let end = BellhopUpdate.pending(here ? [ask] : [], answering: here ? [ask.id: .approve] : [:])
        await learn(.session(session), .pending([ask], answering: [:]), end)
        #expect(bench.port.content(of: "a") != nil && shownAsk == nil)
        await learn(end, .session(session))
        #expect(shownAsk == nil)
    }

    @Test("Whoever signs out leaves no activity behind")
    func signedOut() async {
        await learn(.session(session), .registration(.leaving))
        #expect(bench.port.calls.last?.hasPrefix("end a") == true, "\(bench.port.calls)")
    }
}
