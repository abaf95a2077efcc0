import BellhopFoundation

/// Sends each element to every reader. A slow reader loses the oldest elements: each element is a complete state.
final class UpdateBroadcaster<Element: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var readers: [UInt64: Reader] = [:]
    private var lastReader: UInt64 = 0
    private var count: UInt64 = 0

    private struct Reader {
        let accepts: @Sendable (Element) -> Bool
        let continuation: AsyncStream<Element>.Continuation
    }

    init() {}

    /// The number of elements sent so far.
    var sentCount: UInt64 { lock.withLock { count } }

    /// Returns `true` when a reader accepts `element`.
    func hasReader(for element: Element) -> Bool {
        lock.withLock { Array(readers.values) }.contains { $0.accepts(element) }
    }

    /// - Returns: whether a reader accepted it.
    @discardableResult
    func send(_ element: Element) -> Bool {
        let all = lock.withLock {
            count += 1
            return Array(readers.values)
        }
        var isAccepted = false
        for reader in all where reader.accepts(element) {
            if case .terminated = reader.continuation.yield(element) { continue }
            isAccepted = true
        }
        return isAccepted
    }

    /// A stream of `present`, followed by every element sent from now on.
    ///
    /// - Parameter accepts: filters the elements that are sent.
    func subscribe(
        startingWith present: [Element], accepts: @escaping @Sendable (Element) -> Bool = { _ in true }
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(256))
        for element in present { continuation.yield(element) }
        let id = lock.withLock {
            lastReader += 1
            readers[lastReader] = Reader(accepts: accepts, continuation: continuation)
            return lastReader
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            self.lock.withLock { self.readers[id] = nil }
        }
        return stream
    }
}
