/// Does `work` unless `limit` has passed first; then `work` is cancelled.
///
/// - Returns: `nil` when the time was up first, at once when there is none.
func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    guard limit > .zero else { return nil }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        return try await group.next() ?? nil
    }
}
