import NIOConcurrencyHelpers
package import NIOCore
package import NIOSSL

/// A client of one HTTP/2 server over TLS: one to several connections, opened on demand, on one event loop.
///
/// A request is sent at most once, unless the server certainly did not process it. There are no redirects. A connection
/// that responded to nothing while a request reached its deadline is replaced.
package final class HTTP2Client: Sendable {
    package struct Configuration: Sendable {
        /// The maximum number of connections. Another one is opened only when all streams of the others are in use.
        package var maxConnections = 1
        /// The maximum number of requests that wait for a stream. Further requests fail immediately.
        package var queueLimit = 10_000
        /// The time for one attempt to connect: name resolution, TCP and TLS together.
        package var connectDeadline: TimeAmount = .seconds(5)
        /// The time after which a connection without requests is closed.
        package var idleTimeout: TimeAmount = .seconds(60)
        /// The maximum number of times that a request that was certainly not processed is sent again.
        package var retries = 2
        /// True if requests are sent over HTTP/1.1, each on its own connection, when the server does not speak HTTP/2.
        package var acceptsHTTP1 = false
        /// The maximum number of connections with HTTP/1.1, to which `maxConnections` does not apply.
        package var maxHTTP1Connections = 8
        package var connection = HTTP2ClientConnection.Configuration()

        package init() {}
    }

    enum Message: Sendable {
        case single(SingleRequest)
        case batch(RequestBatch)
        case cancelSingle(SingleRequest)
        case cancelBatch(RequestBatch)
        case stop(CheckedContinuation<Void, Never>?)
    }

    private struct Inbox {
        var messages: [Message] = []
        var isLoopAwake = false
    }

    private let eventLoop: any EventLoop
    private let pool: NIOLoopBoundBox<ConnectionPool>
    private let inbox = NIOLockedValueBox(Inbox())

    /// - Parameter tls: Must offer `h2` (ALPN), and `http/1.1` if that is accepted; see ``HTTP2TLS``.
    package init(
        _ endpoint: HTTP2Endpoint, tls: NIOSSLContext, configuration: Configuration = Configuration(),
        on eventLoop: any EventLoop
    ) {
        self.eventLoop = eventLoop
        pool = .makeBoxSendingValue(
            ConnectionPool(endpoint, tls: tls, configuration: configuration, on: eventLoop), eventLoop: eventLoop)
    }

    deinit {
        eventLoop.execute { [pool] in pool.value.stop(gracefully: false, nil) }
    }

    /// Sends one request.
    ///
    /// - Parameter limit: The time from this call to the complete response.
    /// - Throws: ``HTTP2ClientError``.
    package func send(
        _ request: HTTP2Request, within limit: TimeAmount
    ) async throws(HTTP2ClientError) -> HTTP2Response {
        let single = SingleRequest(request, deadline: .now() + limit)
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                single.continuation = continuation
                post(.single(single))
                // When the task was cancelled before, its cancellation handler ran before the request was submitted.
                if Task.isCancelled { post(.cancelSingle(single)) }
            }
        } onCancel: {
            post(.cancelSingle(single))
        }
        return try result.get()
    }

    /// Sends requests together, which costs less than sending each on its own.
    ///
    /// - Parameter limit: The time from this call to the last complete response.
    /// - Returns: The results in the order of the requests.
    package func send(
        _ requests: [HTTP2Request], within limit: TimeAmount
    ) async -> [Result<HTTP2Response, HTTP2ClientError>] {
        guard !requests.isEmpty else { return [] }
        let batch = RequestBatch(requests, deadline: .now() + limit)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                batch.continuation = continuation
                post(.batch(batch))
                if Task.isCancelled { post(.cancelBatch(batch)) }
            }
        } onCancel: {
            post(.cancelBatch(batch))
        }
    }

    /// Accepts no more requests, waits for the responses to those that were sent, and closes all connections. Requests
    /// that wait for a stream, and later ones, fail with ``HTTP2ClientError/shuttingDown``. When the calling task is
    /// cancelled, connections are closed immediately.
    package func shutDown() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { post(.stop($0)) }
        } onCancel: {
            post(.stop(nil))
        }
    }

    private func post(_ message: Message) {
        let mustWake = inbox.withLockedValue { inbox in
            inbox.messages.append(message)
            defer { inbox.isLoopAwake = true }
            return !inbox.isLoopAwake
        }
        if mustWake { eventLoop.execute { self.drain() } }
    }

    /// Passes all messages to the pool, on the event loop.
    private func drain() {
        let pool = pool.value
        var messages = pool.reusableMessages
        pool.reusableMessages = []
        inbox.withLockedValue { inbox in
            swap(&inbox.messages, &messages)
            inbox.isLoopAwake = false
        }
        pool.receive(messages)
        messages.removeAll(keepingCapacity: true)
        pool.reusableMessages = messages
    }
}

/// The reason why a request has no response.
package enum HTTP2ClientError: Error, Sendable, Hashable {
    /// No connection could be opened, with the cause. The request was not sent.
    case unreachable(String)
    /// The queue is full. The request was not sent.
    case overloaded
    /// The client is shutting down. The request was not sent.
    case shuttingDown
    /// The request cannot be sent: a field is invalid, or the fields are larger than the server permits.
    case invalidRequest
    /// The connection or the stream ended. The server may have processed the request.
    case connectionLost
    /// The deadline passed. The server may have processed the request.
    case timeout
    /// The task was cancelled. The server may have processed the request.
    case cancelled
}

/// A request of ``HTTP2Client/send(_:within:)``.
///
/// `@unchecked`: `continuation` is set once before the request is posted; `tag` belongs to the event loop.
final class SingleRequest: @unchecked Sendable {
    let request: HTTP2Request
    let deadline: NIODeadline
    var continuation: UnsafeContinuation<Result<HTTP2Response, HTTP2ClientError>, Never>?
    /// The tag of the request in the pool; `nil` before it is submitted.
    var tag: UInt64?

    init(_ request: HTTP2Request, deadline: NIODeadline) {
        self.request = request
        self.deadline = deadline
    }
}

/// The requests of one call and their results.
///
/// `@unchecked`: `continuation` is set once before the batch is posted; the rest belongs to the event loop.
final class RequestBatch: @unchecked Sendable {
    let requests: [HTTP2Request]
    let deadline: NIODeadline
    var continuation: UnsafeContinuation<[Result<HTTP2Response, HTTP2ClientError>], Never>?
    var results: [Result<HTTP2Response, HTTP2ClientError>]
    var remaining: Int
    /// The tags of the requests in the pool.
    var tags: [UInt64] = []

    init(_ requests: [HTTP2Request], deadline: NIODeadline) {
        self.requests = requests
        self.deadline = deadline
        results = Array(repeating: .failure(.timeout), count: requests.count)
        remaining = requests.count
    }

    func finish(_ index: Int, _ result: Result<HTTP2Response, HTTP2ClientError>) {
        results[index] = result
        remaining -= 1
        if remaining == 0 { continuation?.resume(returning: results) }
    }
}
