import BellhopModel
import BellhopPush
import NIOConcurrencyHelpers
import NIOCore

/// A pool of connections to one service and environment with one key, for use by any task.
///
/// The pool's state belongs to one event loop and needs no lock. Tasks append messages to an inbox; the first message
/// schedules the event loop, which processes all messages that have arrived by then.
final class ConnectionPool: Sendable {
    enum Message: Sendable {
        case submit(PendingRequest)
        case cancel(PendingRequest)
        case batch(PushBatch)
        case cancelBatch(PushBatch)
        case stop(gracefully: Bool, CheckedContinuation<Void, Never>?)
    }

    private struct Inbox {
        var messages: [Message] = []
        var isLoopAwake = false
    }

    private let eventLoop: any EventLoop
    private let metrics: PushMetrics
    private let driver: NIOLoopBoundBox<PoolDriver>
    private let inbox = NIOLockedValueBox(Inbox())

    init(_ settings: PoolDriver.Settings, on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        self.metrics = settings.metrics
        self.driver = .makeBoxSendingValue(PoolDriver(settings, on: eventLoop), eventLoop: eventLoop)
    }

    deinit {
        eventLoop.execute { [driver] in driver.value.stop(gracefully: false, nil) }
    }

    /// Sends a request once, without validating it, as specified by ``Gateway/send(_:)``.
    nonisolated(nonsending) func send(_ pending: PendingRequest) async throws -> Outcome {
        metrics.began()
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                pending.continuation = continuation
                post(.submit(pending))
                // When the task was cancelled before, its cancellation handler ran before the request was submitted.
                if Task.isCancelled { post(.cancel(pending)) }
            }
        } onCancel: {
            post(.cancel(pending))
        }
        return try result.get()
    }

    /// Sends bulk pushes once each, as specified by ``Gateway/send(_:)-([Push])``.
    func send(_ pushes: [Push]) async -> [Result<Outcome, any Error>] {
        guard !pushes.isEmpty else { return [] }
        let batch = PushBatch(pushes)
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

    /// Counts a push that was rejected locally.
    func countRejection(_ rejection: Rejection) { metrics.count(.success(.rejected(rejection))) }

    /// Stops the pool, and returns when the last connection is closed. If `gracefully`, pushes in flight may finish,
    /// and waiting ones are deferred.
    func stop(gracefully: Bool) async {
        await withCheckedContinuation { post(.stop(gracefully: gracefully, $0)) }
    }

    /// Stops the pool immediately, without waiting for the connections to close.
    func stopImmediately() { post(.stop(gracefully: false, nil)) }

    private func post(_ message: Message) {
        let mustWake = inbox.withLockedValue { inbox in
            inbox.messages.append(message)
            defer { inbox.isLoopAwake = true }
            return !inbox.isLoopAwake
        }
        if mustWake { eventLoop.execute { self.drain() } }
    }

    /// Passes all messages to the driver, on the event loop.
    private func drain() {
        let driver = driver.value
        var messages = driver.reusableMessages
        driver.reusableMessages = []
        inbox.withLockedValue { inbox in
            swap(&inbox.messages, &messages)
            inbox.isLoopAwake = false
        }
        driver.receive(messages)
        messages.removeAll(keepingCapacity: true)
        driver.reusableMessages = messages
    }
}

/// The pools of one key and environment: one for each service, which connects on demand.
final class ServicePools: Sendable {
    let pushes: ConnectionPool
    let broadcasts: ConnectionPool
    let channels: ConnectionPool

    /// - Parameter make: Makes the pool of a service.
    init(_ make: (APNsService) -> ConnectionPool) {
        pushes = make(.pushes)
        broadcasts = make(.broadcasts)
        channels = make(.channels)
    }

    var all: [ConnectionPool] { [pushes, broadcasts, channels] }
}

/// A request that waits for its response.
///
/// `@unchecked`: `continuation` is set once before the request is posted; the other variables belong to the event loop
/// until it resumes the continuation.
final class PendingRequest: @unchecked Sendable {
    let request: APNsRequest
    let started: NIODeadline
    /// The batch that the request belongs to, with its index; `nil` for a request of its own.
    let batch: PushBatch?
    let index: Int
    var continuation: UnsafeContinuation<Result<Outcome, any Error>, Never>?
    /// The id in the pool; `nil` before it is submitted.
    @exclusivity(unchecked) var id: RequestID?
    /// The stream on which it was last sent.
    @exclusivity(unchecked) var stream: UInt32 = 0
    /// The provider token that it was last sent with.
    @exclusivity(unchecked) var token: ProviderToken?
    /// The response; `nil` when none arrived.
    var response: APNsResponse?

    init(_ request: APNsRequest, of batch: PushBatch? = nil, _ index: Int = 0, at now: NIODeadline = .now()) {
        self.request = request
        started = now
        self.batch = batch
        self.index = index
    }

    func finish(_ result: Result<Outcome, any Error>) {
        if let batch { batch.finish(index, result) } else { continuation?.resume(returning: result) }
    }
}
