import UnixSignals

/// Runs `work` and cancels it at the first terminating signal (SIGINT, SIGTERM, SIGHUP).
///
/// - Returns: `nil` when the signal came first.
package func unlessInterrupted<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { break }
            return nil
        }
        return try await group.next() ?? nil
    }
}

/// Returns at the first terminating signal, or when the task is cancelled.
///
/// - Parameter onTrap: called when such signals no longer end this process.
package func untilInterrupted(onTrap: () -> Void) async {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    onTrap()
    for await _ in signals { return }
}

/// Returns at the first terminating signal, or when the task is cancelled.
package func untilInterrupted() async { await untilInterrupted(onTrap: {}) }
