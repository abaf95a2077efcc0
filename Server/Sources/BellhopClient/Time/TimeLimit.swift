/// Thrown by ``withTimeLimit(_:by:_:)``.
package struct TimeLimitExceeded: Error {}

/// Runs `work`, and cancels it when it takes longer than `limit`.
///
/// HTTP libraries bound the time to the first byte, or between two bytes; this bounds all of it.
package func withTimeLimit<Value: Sendable>(
    _ limit: Duration, by time: ClientTime = .system, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            try await time.sleep(limit)
            return nil
        }
        guard let first = try await group.next(), let value = first else { throw TimeLimitExceeded() }
        return value
    }
}
