import Synchronization

/// An ordered buffer of bytes for one sink: any task appends, the task that runs ``drain(to:)`` writes.
///
/// ``append(_:)`` never waits and can be called under a lock. Producers wait for ``waitForCapacity()`` before
/// they read more input, which is the back pressure.
final class OutputBuffer: Sendable {
    private struct State {
        var waitingBytes = 0
        var writtenBytes = 0
        /// Draining has ended.
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of waiting bytes above which producers wait.
    private static let capacity = 1 << 20
    /// The maximum size of a write, in bytes.
    private static let writeSize = 1 << 16

    private let state = Mutex(State())
    private let chunks: AsyncStream<[UInt8]>
    private let input: AsyncStream<[UInt8]>.Continuation

    init() { (chunks, input) = AsyncStream.makeStream() }

    func append(_ bytes: [UInt8]) {
        state.withLock { $0.waitingBytes += bytes.count }
        input.yield(bytes)
    }

    /// Ends the input: nothing more will be appended.
    func close() { input.finish() }

    /// Returns when the buffer has capacity, or draining has ended.
    func waitForCapacity() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.isOver || state.waitingBytes <= Self.capacity
                if !isFree { state.waiters.append(continuation) }
                return isFree
            }
            if isFree { continuation.resume() }
        }
    }

    /// Writes until the buffer is closed and empty, or the task is cancelled. Discards the rest when the reader has closed
    /// the stream.
    func drain(to sink: ByteSink) async {
        var isRead = true
        for await bytes in chunks {
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Self.writeSize)
                if isRead { isRead = await sink.write(piece.count == bytes.count ? bytes : Array(piece)) }
                rest = rest.dropFirst(piece.count)
                wake {
                    $0.waitingBytes -= piece.count
                    $0.writtenBytes += piece.count
                }
            }
        }
        wake { $0.isOver = true }
    }

    /// Drains like ``drain(to:)``, and after `end` has returned gives up on a reader that reads nothing for `gracePeriod`.
    func drain(to sink: ByteSink, gracePeriod: Duration, after end: @escaping @Sendable () async -> Void) async {
        await runUntilFirstEnds(
            { await self.drain(to: sink) },
            {
                await end()
                await self.waitUntilStalled(for: gracePeriod)
            })
    }

    /// Returns when bytes have waited for `duration` and none was written, and when the task is cancelled.
    private func waitUntilStalled(for duration: Duration) async {
        while true {
            let before = state.withLock { $0.writtenBytes }
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            if state.withLock({ $0.waitingBytes > 0 && $0.writtenBytes == before }) { return }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            guard state.isOver || state.waitingBytes <= Self.capacity else {
                return [CheckedContinuation<Void, Never>]()
            }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
