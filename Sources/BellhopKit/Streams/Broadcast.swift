import Foundation

/// Tells every reader the same. A reader that falls behind loses the oldest: each element is a whole new state.
final class Broadcast<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var readers: [UInt64: Reader] = [:]
    private var lastReader: UInt64 = 0
    private var count: UInt64 = 0

    private struct Reader {
        let takes: @Sendable (Element) -> Bool
        let continuation: AsyncStream<Element>.Continuation
    }

    init() {}

    /// How many elements were sent, to whomever.
    var sent: UInt64 { lock.withLock { count } }

    /// Whether there is a reader that takes `element`.
    func isHeard(_ element: Element) -> Bool {
        lock.withLock { Array(readers.values) }.contains { $0.takes(element) }
    }

    /// - Returns: whether a reader took it.
    @discardableResult
    func send(_ element: Element) -> Bool {
        let all = lock.withLock {
            count += 1
            return Array(readers.values)
        }
        var isTaken = false
        for reader in all where reader.takes(element) {
            if case .terminated = reader.continuation.yield(element) { continue }
            isTaken = true
        }
        return isTaken
    }

    /// A stream that begins with `present` and goes on with everything that is sent from now on.
    ///
    /// - Parameter takes: what is to be in the stream, of what is sent.
    func subscribe(
        beginningWith present: [Element], takes: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(256))
        for element in present { continuation.yield(element) }
        let id = lock.withLock {
            lastReader += 1
            readers[lastReader] = Reader(takes: takes, continuation: continuation)
            return lastReader
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            self.lock.withLock { self.readers[id] = nil }
        }
        return stream
    }
}
