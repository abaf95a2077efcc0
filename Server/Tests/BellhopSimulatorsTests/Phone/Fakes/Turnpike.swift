import Synchronization

/// Holds whoever comes by until it is opened, and says when somebody has come.
final class Turnpike: Sendable {
    private let arrivals = AsyncStream<Void>.makeStream()
    private let openings = AsyncStream<Never>.makeStream()

    /// Returns when it is open, or the task is cancelled.
    func pass() async {
        arrivals.continuation.yield()
        for await _ in openings.stream {}
    }

    /// Returns when somebody stands before it.
    func arrival() async { for await _ in arrivals.stream { return } }

    func open() { openings.continuation.finish() }
}
