import BellhopModel
import BellhopPush
import NIOCore
import Synchronization

/// A pool of connections to one service and environment with one key, for use by any task.
///
/// The pool's state belongs to one event loop and needs no lock. Tasks append messages to an inbox; the first message
/// schedules the event loop, which processes all messages that have arrived by then.
final class ConnectionPool: Sendable {
    enum Message: Sendable {
        case submit(RequestID, PendingRequest)
        case cancel(RequestID)
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
    private let loop: NIOLoopBoundBox<PoolDriver>
    private let inbox = Mutex(Inbox())
    private let lastRequest = Atomic<UInt64>(0)

    init(_ settings: PoolDriver.Settings, on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        self.metrics = settings.metrics
        self.loop = .makeBoxSendingValue(PoolDriver(settings, on: eventLoop), eventLoop: eventLoop)
    }

    deinit {
        eventLoop.execute { [loop] in loop.value.stop(gracefully: false, nil) }
    }

    /// Sends a push once, as specified by ``Gateway/send(_:)``.
    func send(_ push: Push) async throws -> Outcome {
        if let rejection = push.localRejection {
            countRejection(rejection)
            return .rejected(rejection)
        }
        return try await send(APNsRequest(push)).outcome
    }

    /// Sends a request once, without validating it.
    func send(_ request: APNsRequest) async throws -> PendingRequest.Completion {
        let id = RequestID(number: lastRequest.add(1, ordering: .relaxed).newValue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                metrics.began()
                post(.submit(id, PendingRequest(request: request, caller: .single(continuation), started: .now())))
                // When the task was cancelled before, its cancellation handler ran before the request was submitted.
                if Task.isCancelled { post(.cancel(id)) }
            }
        } onCancel: {
            post(.cancel(id))
        }
    }

    /// Sends bulk pushes once each, as specified by ``Gateway/send(_:)-([Push])``.
    func send(_ pushes: [Push]) async -> [Result<Outcome, any Error>] {
        let batch = PushBatch(pushes) { lastRequest.add(UInt64($0), ordering: .relaxed).oldValue + 1 }
        for case .success(.rejected(let rejection))? in batch.results { countRejection(rejection) }
        if batch.remaining == 0 { return batch.outcomes }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
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
        let mustWake = inbox.withLock { inbox in
            inbox.messages.append(message)
            defer { inbox.isLoopAwake = true }
            return !inbox.isLoopAwake
        }
        if mustWake { eventLoop.execute { self.empty() } }
    }

    private func empty() {
        var messages = loop.value.reusableMessages
        loop.value.reusableMessages = []
        inbox.withLock { inbox in
            swap(&inbox.messages, &messages)
            inbox.isLoopAwake = false
        }
        loop.value.receive(messages)
        messages.removeAll(keepingCapacity: true)
        loop.value.reusableMessages = messages
    }
}

/// The pools of one key and environment: one for each service, which connects on demand.
struct ServicePools: Sendable {
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
struct PendingRequest: Sendable {
    enum Caller: Sendable {
        case single(CheckedContinuation<Completion, any Error>)
        /// The request with this index in a batch.
        case batch(PushBatch, Int)
    }

    let request: APNsRequest
    let caller: Caller
    let started: NIODeadline
    /// The provider token that the request was sent with.
    var token: ProviderToken?

    /// The result of a request.
    struct Completion: Sendable {
        let outcome: Outcome
        /// The response; `nil` when none arrived.
        var response: APNsResponse?
    }
}
