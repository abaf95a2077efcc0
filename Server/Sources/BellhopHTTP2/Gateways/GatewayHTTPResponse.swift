package import BellhopModel
package import BellhopPush
import NIOCore

/// The response to one request.
package struct GatewayHTTPResponse: Sendable, Hashable {
    package var status: Int
    /// The value of `retry-after`, unparsed.
    package var retryAfter: String?
    /// The `date` of the response, by the server's clock.
    package var date: Timestamp?
    /// The value of `apns-id`, with which Apple's push service for browsers identifies a push.
    package var pushID: String?
    /// The body, truncated if it is longer than the client's limit.
    package var body: [UInt8]

    package init(
        status: Int, retryAfter: String? = nil, date: Timestamp? = nil, pushID: String? = nil, body: [UInt8] = []
    ) {
        self.status = status
        self.retryAfter = retryAfter
        self.date = date
        self.pushID = pushID
        self.body = body
    }

    init(_ response: HTTP2Response) {
        self.init(
            status: response.status, retryAfter: response["retry-after"],
            date: response["date"].flatMap { Timestamp(httpDate: $0) }, pushID: response["apns-id"],
            body: Array(response.body.readableBytesView))
    }
}

/// The reason why no response arrived.
package struct TransportError: Error, Hashable {
    package let reason: Reason

    package init(reason: Reason) { self.reason = reason }

    init(_ error: HTTP2ClientError) {
        reason =
            switch error {
            case .unreachable: .unreachable
            case .overloaded: .overloaded
            case .shuttingDown: .shuttingDown
            case .timeout: .timeout
            case .connectionLost, .invalidRequest, .cancelled: .connectionLost
            }
    }
}

/// Runs `work` with a time limit, after which it is cancelled.
///
/// - Returns: `nil` when the time limit was reached, immediately when it is zero or negative.
package func withinTimeLimit<Value: Sendable>(
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
