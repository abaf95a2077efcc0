import BellhopCore
import Testing

@Suite("Backoff")
struct BackoffTests {
    @Test(
        "The range doubles from one second up to 15 minutes",
        arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (10, 512), (11, 900), (12, 900), (1_000_000, 900)])
    func range(attempt: Int, seconds: Int) {
        #expect(Backoff(fraction: { 1 }).delay(after: attempt) == .seconds(seconds))
        #expect(Backoff(fraction: { 0.5 }).delay(after: attempt) == .seconds(seconds) / 2)
        #expect(Backoff(fraction: { 0 }).delay(after: attempt) == .zero)
    }

    @Test("Jitter spreads over the whole range")
    func jitter() {
        let backoff = Backoff()
        let delays = (0..<1000).map { _ in backoff.delay(after: 4) }
        #expect(delays.allSatisfy { $0 >= .zero && $0 < .seconds(8) })
        #expect(delays.contains { $0 < .seconds(1) })
        #expect(delays.contains { $0 > .seconds(7) })
    }
}
