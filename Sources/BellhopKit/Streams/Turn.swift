/// Lets one through at a time: an actor alone does not, because it takes the next call whenever the present one waits.
/// Those who find nobody before them go through at once, and so in the order in which they came.
struct Turn: Sendable {
    private let token = Mailbox<Void>(limit: 1)

    /// - Parameter isTaken: the maker goes first, and says by ``end()`` when it has.
    init(isTaken: Bool = false) {
        if !isTaken { end() }
    }

    func end() { token.post(()) }

    /// Runs `work` when nobody else does. `nil`, without running it, when the task is cancelled while it waits.
    func take<Value>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value
    ) async rethrows -> Value? {
        // Whoever has to wait leaves the actor, and may come back after those who came later.
        if token.takeFirst() == nil, await token.next() == nil { return nil }
        defer { end() }
        return try await work()
    }
}
