import BellhopFoundation

/// A FIFO queue whose elements are delivered once each, also to a reader that starts later.
///
/// Elements that no reader has taken stay in the queue. The buffer of an `AsyncStream` is lost with its reader, and the
/// tap that launches the app would be lost with it.
final class AsyncQueue<Element: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var held: [Element] = []
    private var readers: [(id: UInt64, continuation: CheckedContinuation<Element?, Never>)] = []
    private var lastReader: UInt64 = 0

    private let limit: Int

    /// - Parameter limit: the capacity; beyond it the oldest element is dropped.
    init(limit: Int) { self.limit = limit }

    func append(_ element: Element) {
        let reader: CheckedContinuation<Element?, Never>? = lock.withLock {
            if !readers.isEmpty { return readers.removeFirst().continuation }
            if held.count == limit { held.removeFirst() }
            held.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// Waits for the next element; `nil` when the task is cancelled first.
    func next() async -> Element? {
        let id = lock.withLock {
            lastReader += 1
            return lastReader
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(continuation, as: id)?()
            }
        } onCancel: {
            let reader = lock.withLock {
                readers.firstIndex { $0.id == id }.map { readers.remove(at: $0).continuation }
            }
            reader?.resume(returning: nil)
        }
    }

    /// Removes and returns all elements.
    func takeAll() -> [Element] {
        lock.withLock {
            defer { held = [] }
            return held
        }
    }

    /// The elements, taken one by one. Elements that this reader does not take stay for the next.
    var stream: AsyncStream<Element> { AsyncStream(unfolding: { await self.next() }) }

    /// - Returns: resumes the continuation, when it does not have to wait.
    private func enter(_ continuation: CheckedContinuation<Element?, Never>, as id: UInt64) -> (() -> Void)? {
        lock.withLock {
            guard held.isEmpty else {
                let element = held.removeFirst()
                return { continuation.resume(returning: element) }
            }
            // The cancellation handler does not find a task that was cancelled before it was added.
            if Task.isCancelled { return { continuation.resume(returning: nil) } }
            readers.append((id, continuation))
            return nil
        }
    }
}
