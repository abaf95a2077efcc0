import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("What a connection remembers of provider tokens")
struct TokenLedgerTests {
    private let start = Timestamp(seconds: 1_800_000_000)
    private let key = SimulatedCredential().providerKey

    private func token(_ moment: Timestamp) -> ProviderToken { ProviderToken(key: key, issuedAt: moment) }

    @Test("The first token is never too soon, and ties the connection to its key")
    func first() {
        var ledger = TokenLedger()
        #expect(!ledger.isTooSoon(token(start), authorization: "a", now: start))
        ledger.note(token(start), authorization: "a", now: start)
        #expect(ledger.firstKey?.keyID == key.keyID)
        #expect(ledger.token(for: "a")?.issuedAt == start)
        #expect(ledger.token(for: "b") == nil)
    }

    @Test("A new token may come after 20 minutes", arguments: [(0, true), (1199, true), (1200, false), (3000, false)])
    func interval(_ seconds: Int, _ isTooSoon: Bool) {
        var ledger = TokenLedger()
        ledger.note(token(start), authorization: "a", now: start)
        let now = start + .seconds(seconds)
        #expect(ledger.isTooSoon(token(now), authorization: "b", now: now) == isTooSoon)
    }

    @Test("The old token may come after the new one, and counts as no change")
    func overtaking() {
        var ledger = TokenLedger()
        ledger.note(token(start), authorization: "a", now: start)
        let renewal = start + .seconds(1800)
        ledger.note(token(renewal), authorization: "b", now: renewal)
        #expect(!ledger.isTooSoon(token(start), authorization: "a", now: renewal))
        #expect(ledger.isTooSoon(token(renewal), authorization: "c", now: renewal + .seconds(60)))
    }

    @Test("Tokens that have expired are forgotten with the next renewal")
    func forgets() {
        var ledger = TokenLedger()
        ledger.note(token(start), authorization: "a", now: start)
        let later = start + .seconds(3601)
        ledger.note(token(later), authorization: "b", now: later)
        #expect(ledger.token(for: "a") == nil)
        #expect(ledger.token(for: "b") != nil)
    }

    @Test("A renewal that was asked for may come at once")
    func allowed() {
        var ledger = TokenLedger()
        ledger.note(token(start), authorization: "a", now: start)
        ledger.allowUpdate(of: key)
        #expect(!ledger.isTooSoon(token(start), authorization: "b", now: start))
    }
}
