import BellhopModel
import BellhopPush

/// The way to Google's servers, for tests to stand in for.
protocol FCMTransport: Sendable {
    /// - Throws: ``TransportFault`` when there is no answer, `CancellationError` when the task is cancelled.
    func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
        -> FCMResponse
}

/// What came back for one request.
struct FCMResponse: Sendable, Hashable {
    var status: Int
    /// `retry-after`, as it was written.
    var retryAfter: String?
    /// When it was answered, by the server's clock.
    var date: Timestamp?
    var body: [UInt8]

    init(status: Int, retryAfter: String? = nil, date: Timestamp? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.date = date
        self.body = body
    }
}

/// No answer, and why.
struct TransportFault: Error, Hashable {
    let reason: Reason
}
