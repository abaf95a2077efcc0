import Foundation

/// Tells every reader the same. A reader that falls behind loses the oldest: each element is a whole new state.
final class Broadcast<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var readers: [UInt64: AsyncStream<Element>.Continuation] = [:]
    private var lastReader: UInt64 = 0
    private var count: UInt64 = 0

    init() {}

    /// How many elements were sent, to whomever.
    var sent: UInt64 { lock.withLock { count } }

    func send(_ element: Element) {
        let all = lock.withLock {
            count += 1
            return Array(readers.values)
        }
        for reader in all { reader.yield(element) }
    }

    /// A stream that begins with `present` and goes on with everything that is sent from now on.
    func subscribe(beginningWith present: [Element]) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(256))
        for element in present { continuation.yield(element) }
        let id = lock.withLock {
            lastReader += 1
            readers[lastReader] = continuation
            return lastReader
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            self.lock.withLock { self.readers[id] = nil }
        }
        return stream
    }
}
