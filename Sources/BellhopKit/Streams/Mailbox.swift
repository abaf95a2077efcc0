import Foundation

/// Holds what was posted until somebody takes it, in order, each once.
///
/// What is posted before anybody reads is kept; a reader that goes away takes nothing with it. That is more than an
/// `AsyncStream` promises, whose buffer is lost with its reader, and is why a tap that launches the app arrives.
final class Mailbox<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var held: [Element] = []
    private var readers: [(id: UInt64, continuation: CheckedContinuation<Element?, Never>)] = []
    private var lastReader: UInt64 = 0

    private let limit: Int

    /// - Parameter limit: how much is kept at most; beyond it the oldest goes.
    init(limit: Int) { self.limit = limit }

    func post(_ element: Element) {
        let reader: CheckedContinuation<Element?, Never>? = lock.withLock {
            if !readers.isEmpty { return readers.removeFirst().continuation }
            if held.count == limit { held.removeFirst() }
            held.append(element)
            return nil
        }
        reader?.resume(returning: element)
    }

    /// The next one, as soon as there is one; `nil` when the task is cancelled before that.
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

    /// The next one, if it is held now.
    func takeFirst() -> Element? { lock.withLock { held.isEmpty ? nil : held.removeFirst() } }

    /// Everything that is held now.
    func takeAll() -> [Element] {
        lock.withLock {
            defer { held = [] }
            return held
        }
    }

    /// Elements as they are taken. What this stream's reader did not take stays for the next.
    var stream: AsyncStream<Element> { AsyncStream(unfolding: { await self.next() }) }

    /// - Returns: how to resume, when there is no need to wait.
    private func enter(_ continuation: CheckedContinuation<Element?, Never>, as id: UInt64) -> (() -> Void)? {
        lock.withLock {
            guard held.isEmpty else {
                let element = held.removeFirst()
                return { continuation.resume(returning: element) }
            }
            // A task that is cancelled before it stands in line is not found by the cancellation handler.
            if Task.isCancelled { return { continuation.resume(returning: nil) } }
            readers.append((id, continuation))
            return nil
        }
    }
}
