import BellhopModel
import BellhopPush

/// The HTTP client for Google's servers, replaced by a fake in tests.
protocol FCMTransport: Sendable {
    /// - Throws: ``TransportError`` when no response arrives, `CancellationError` when the task is cancelled.
    func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
        -> FCMResponse
}

/// The response to one request.
struct FCMResponse: Sendable, Hashable {
    var status: Int
    /// The value of `retry-after`, unparsed.
    var retryAfter: String?
    /// The `date` of the response, by the server's clock.
    var date: Timestamp?
    var body: [UInt8]

    init(status: Int, retryAfter: String? = nil, date: Timestamp? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.date = date
        self.body = body
    }
}

/// The reason why no response arrived.
struct TransportError: Error, Hashable {
    let reason: Reason
}

/// Runs `work` with a time limit, after which it is cancelled.
///
/// - Returns: `nil` when the time limit was reached, immediately when it is zero or negative.
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
