import BellhopPush
import NIOCore

/// The requests of one call with several pushes, and their outcomes.
///
/// `@unchecked`: `continuation` is set once before the batch is posted; then all belongs to the event loop.
final class PushBatch: @unchecked Sendable {
    private let requests: [APNsRequest?]
    /// The id of the first request; those of the others follow.
    private let firstID: UInt64
    private(set) var results: [Result<Outcome, any Error>?]
    private(set) var remaining: Int
    /// The index of the first request that was not submitted.
    private var next = 0
    /// True from the moment at which the event loop has received the batch.
    private var isPosted = false
    var continuation: CheckedContinuation<[Result<Outcome, any Error>], Never>?

    /// Makes the requests; pushes that APNs would reject have their outcome at once.
    ///
    /// - Parameter reserveIDs: Reserves as many ids, and returns the first.
    init(_ pushes: [Push], reserveIDs: (Int) -> UInt64) {
        firstID = reserveIDs(pushes.count)
        var requests: [APNsRequest?] = []
        requests.reserveCapacity(pushes.count)
        results = Array(repeating: nil, count: pushes.count)
        // Pushes of a batch usually share their payload.
        var (payload, body) = ([UInt8](), ByteBuffer())
        for (index, push) in pushes.enumerated() {
            if let rejection = push.localRejection {
                results[index] = .success(.rejected(rejection))
                requests.append(nil)
                continue
            }
            if push.payload != payload { (payload, body) = (push.payload, ByteBuffer(bytes: push.payload)) }
            var request = APNsRequest(push, body: body)
            request.isUrgent = false
            requests.append(request)
        }
        self.requests = requests
        remaining = requests.count { $0 != nil }
    }

    /// The results in the order of the pushes, when none remains.
    var outcomes: [Result<Outcome, any Error>] { results.map { $0 ?? .failure(CancellationError()) } }

    func posted() { isPosted = true }

    /// Takes the next request to submit.
    func takeNext() -> (RequestID, APNsRequest, index: Int)? {
        while next < requests.count {
            defer { next += 1 }
            if let request = requests[next] { return (RequestID(number: firstID + UInt64(next)), request, next) }
        }
        return nil
    }

    func finish(_ index: Int, _ result: Result<Outcome, any Error>) {
        results[index] = result
        remaining -= 1
        guard remaining == 0 else { return }
        continuation?.resume(returning: outcomes)
        continuation = nil
    }

    /// Ends the requests that were not submitted. Does nothing before the batch is posted: a task that was cancelled
    /// before cancels it again afterwards.
    ///
    /// - Returns: The ids of those that were submitted and have no outcome.
    func cancel() -> [RequestID] {
        guard isPosted else { return [] }
        let submitted = (0..<next).filter { requests[$0] != nil && results[$0] == nil }
        while let (_, _, index) = takeNext() { finish(index, .failure(CancellationError())) }
        return submitted.map { RequestID(number: firstID + UInt64($0)) }
    }
}
