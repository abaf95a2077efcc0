public import BellhopModel
import BellhopStore
import ServiceLifecycle
import Synchronization

extension AskService {
    /// Waits until the ask has ended, `limit` has passed, or the hub is finished, and returns its current state.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`. `CancellationError`, also when graceful shutdown begins.
    public func wait(for id: AskID, by key: KeyRecord, atMost limit: Duration) async throws -> Ask {
        let end = time.now + limit
        while true {
            try Task.checkCancellation()
            let waiter = AskWaiter(id)
            // Subscribed before the ask is read, so that an end in between is an event.
            let unsubscribe = hub.subscribe(key.userID, wantsBadges: false, waiter.receive)
            defer { unsubscribe() }
            let ask = try await ask(id, for: key)
            guard ask.state == .pending, time.now < end, !hub.isFinished else { return ask }
            // The event of another node may be lost.
            let next = store.isShared ? min(end, time.now + store.longestWait) : end
            if let ended = try await waiter.ask(before: next, time: time) { return ended }
        }
    }
}

/// Waits for the end of one ask.
///
/// Uses one further task, for the time, because many agents wait at the same time and each task takes memory.
private final class AskWaiter: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Ask?, any Error>)
        case ended(Result<Ask?, any Error>)
    }

    private let id: AskID
    private let state = Mutex(State.idle)

    init(_ id: AskID) { self.id = id }

    /// Receives the events of the hub.
    @Sendable func receive(_ event: ServerEvent?) -> Bool {
        switch event {
        case .askResolved(let ask) where ask.id == id: end(.success(ask))
        case nil: end(.success(nil))
        default: break
        }
        return true
    }

    /// - Returns: the ended ask; `nil` at `moment`, or when the hub has ended the subscription.
    /// - Throws: `CancellationError` when the task is cancelled or shutting down gracefully.
    func ask(before moment: Timestamp, time: any TimeSource) async throws -> Ask? {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await time.sleep(until: moment)
                self.end(.success(nil))
            }
            return try await withTaskCancellationOrGracefulShutdownHandler {
                try await withCheckedThrowingContinuation(wait)
            } onCancelOrGracefulShutdown: {
                self.end(.failure(CancellationError()))
            }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Ask?, any Error>) {
        let result: Result<Ask?, any Error>? = state.withLock { state in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    private func end(_ result: Result<Ask?, any Error>) {
        let continuation: CheckedContinuation<Ask?, any Error>? = state.withLock { state in
            switch state {
            case .idle: state = .ended(result)
            case .waiting(let continuation):
                state = .ended(result)
                return continuation
            case .ended: break
            }
            return nil
        }
        continuation?.resume(with: result)
    }
}
