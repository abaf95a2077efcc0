import BellhopHTTP2

/// The HTTP client for Google's servers, replaced by a fake in tests.
protocol FCMTransport: Sendable {
    /// - Throws: `TransportError` when no response arrives, `CancellationError` when the task is cancelled.
    func post(_ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration) async throws
        -> GatewayHTTPResponse
}

extension GatewayHTTPClient: FCMTransport {
    /// The fields of all messages with one access token are equal, and so are those of all token requests.
    func post(
        _ url: String, headers: [(String, String)], body: [UInt8], within limit: Duration
    ) async throws -> GatewayHTTPResponse {
        try await post(url, shared: headers, body: body, within: limit)
    }
}
