/// Wakes a loop that waits. A signal while nobody waits is kept, so none falls between two waits.
final class Wake: Sendable {
    private let signals = Mailbox<Void>(limit: 1)

    init() {}

    func signal() { signals.post(()) }

    /// Returns at the next signal, or when the task is cancelled.
    func wait() async { _ = await signals.next() }

    /// Forgets a signal that nobody waited for: what it was about is looked at now.
    func clear() { _ = signals.takeAll() }
}
