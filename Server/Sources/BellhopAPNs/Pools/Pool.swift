import BellhopModel
import BellhopPush
import NIOCore
import Synchronization

/// The connections to one environment with one key, as any task sees them.
///
/// All of a pool lives on one event loop, so that nothing in it needs a lock. Tasks put what they want into an inbox;
/// the first wakes the loop, and the loop takes all that has gathered by then.
final class Pool: Sendable {
    enum Message: Sendable {
        case submit(RequestID, Job)
        case abandon(RequestID)
        case stop(gracefully: Bool, CheckedContinuation<Void, Never>?)
    }

    private struct Inbox {
        var messages: [Message] = []
        var isLoopAwake = false
    }

    private let eventLoop: any EventLoop
    private let metrics: PushMetrics
    private let loop: NIOLoopBoundBox<PoolLoop>
    private let inbox = Mutex(Inbox())
    private let lastRequest = Atomic<UInt64>(0)

    init(_ settings: PoolLoop.Settings, on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        self.metrics = settings.metrics
        self.loop = .makeBoxSendingValue(PoolLoop(settings, on: eventLoop), eventLoop: eventLoop)
    }

    deinit {
        eventLoop.execute { [loop] in loop.value.stop(gracefully: false, nil) }
    }

    /// One attempt, as ``Gateway/send(_:)`` promises it.
    func send(_ push: Push) async throws -> Outcome {
        if let fault = push.fault {
            refused(fault)
            return .rejected(fault)
        }
        return try await send(APNsRequest(push)).outcome
    }

    /// Ends as `send` of a push does. What APNs would refuse is not looked for.
    func send(_ request: APNsRequest) async throws -> Job.Answer {
        let id = RequestID(number: lastRequest.add(1, ordering: .relaxed).newValue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                metrics.began()
                post(.submit(id, Job(request: request, continuation: continuation, started: .now())))
                // A task that was cancelled before this had its handler run before the loop knew of the request.
                if Task.isCancelled { post(.abandon(id)) }
            }
        } onCancel: {
            post(.abandon(id))
        }
    }

    /// Counts what was refused before it was sent.
    func refused(_ rejection: Rejection) { metrics.count(.success(.rejected(rejection))) }

    /// Returns when the last connection is closed. Gracefully: pushes that were sent may finish, others are deferred.
    func stop(gracefully: Bool) async {
        await withCheckedContinuation { post(.stop(gracefully: gracefully, $0)) }
    }

    /// As `stop(gracefully: false)`, without waiting.
    func stopNow() { post(.stop(gracefully: false, nil)) }

    private func post(_ message: Message) {
        let mustWake = inbox.withLock { inbox in
            inbox.messages.append(message)
            defer { inbox.isLoopAwake = true }
            return !inbox.isLoopAwake
        }
        if mustWake { eventLoop.execute { self.empty() } }
    }

    private func empty() {
        var messages = loop.value.spareMessages
        loop.value.spareMessages = []
        inbox.withLock { inbox in
            swap(&inbox.messages, &messages)
            inbox.isLoopAwake = false
        }
        loop.value.receive(messages)
        messages.removeAll(keepingCapacity: true)
        loop.value.spareMessages = messages
    }
}
