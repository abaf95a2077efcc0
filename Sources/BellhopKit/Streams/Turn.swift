/// Lets one through at a time, in the order they came: an actor alone does not, because it takes the next call
/// whenever the present one waits.
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
        guard await token.next() != nil else { return nil }
        defer { end() }
        return try await work()
    }
}
