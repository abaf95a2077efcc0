import BellhopPush
import NIOCore

/// The pushes of one call, and their outcomes.
///
/// `@unchecked`: `continuation` is set once before the batch is posted; then all belongs to the event loop.
final class PushBatch: @unchecked Sendable {
    private let pushes: [Push]
    private var results: [Result<Outcome, any Error>]
    private var remaining: Int
    /// The index of the first push that was not submitted.
    private var next = 0
    /// True from the moment at which the event loop has received the batch.
    private var isPosted = false
    var continuation: UnsafeContinuation<[Result<Outcome, any Error>], Never>?

    init(_ pushes: [Push]) {
        self.pushes = pushes
        results = Array(repeating: .failure(CancellationError()), count: pushes.count)
        remaining = pushes.count
    }

    /// Takes the next push to submit. Pushes that APNs would reject have their outcome at once.
    ///
    /// - Parameter rejected: Called for each of them.
    func takeNext(at now: NIODeadline, rejected: (Rejection) -> Void) -> PendingRequest? {
        while next < pushes.count {
            let index = next
            next += 1
            let push = pushes[index]
            if let rejection = push.localRejection {
                rejected(rejection)
                finish(index, .success(.rejected(rejection)))
                continue
            }
            return PendingRequest(APNsRequest(push), of: self, index, at: now)
        }
        return nil
    }

    func finish(_ index: Int, _ result: Result<Outcome, any Error>) {
        results[index] = result
        remaining -= 1
        guard remaining == 0 else { return }
        continuation?.resume(returning: results)
        continuation = nil
    }

    func posted() { isPosted = true }

    /// Ends the pushes that were not submitted. Does nothing before the batch is posted: a task that was cancelled
    /// before cancels it again afterwards.
    func cancel() {
        while isPosted, next < pushes.count {
            next += 1
            finish(next - 1, .failure(CancellationError()))
        }
    }
}
