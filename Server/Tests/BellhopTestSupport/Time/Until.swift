/// Returns once `condition` holds: asks again and again, each time as long as an answer takes.
///
/// - Throws: `CancellationError` when the test's time limit is over, and what `condition` throws.
public func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
