import Synchronization

/// Bytes on their way to one sink: put in from anywhere, in order and at once, and written by whoever runs ``drain(to:)``.
///
/// What is put in does not wait, so that it can be done under a lock. Whoever has more waits for ``room()`` first: that is
/// the back pressure.
final class Outbox: Sendable {
    private struct State {
        var waitingBytes = 0
        var writtenBytes = 0
        /// Nothing is written any more.
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// In bytes.
    private static let capacity = 1 << 20
    /// How many bytes are written at once.
    private static let piece = 1 << 16

    private let state = Mutex(State())
    private let chunks: AsyncStream<[UInt8]>
    private let input: AsyncStream<[UInt8]>.Continuation

    init() { (chunks, input) = AsyncStream.makeStream() }

    func put(_ bytes: [UInt8]) {
        state.withLock { $0.waitingBytes += bytes.count }
        input.yield(bytes)
    }

    /// Nothing more will be put in.
    func close() { input.finish() }

    /// Returns when there is room for more, or when nothing is written any more.
    func room() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.isOver || state.waitingBytes <= Self.capacity
                if !isFree { state.waiters.append(continuation) }
                return isFree
            }
            if isFree { continuation.resume() }
        }
    }

    /// Writes what is put in until the box is closed and empty, or the task is cancelled. When nobody reads any more,
    /// what is left is thrown away.
    func drain(to sink: ByteSink) async {
        var isRead = true
        for await bytes in chunks {
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Self.piece)
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

    /// The same, but when `end` has returned, a reader that takes nothing for `patience` is given up.
    func drain(to sink: ByteSink, patience: Duration, after end: @escaping @Sendable () async -> Void) async {
        await firstOf(
            { await self.drain(to: sink) },
            {
                await end()
                await self.untilStuck(for: patience)
            })
    }

    /// Returns when there was something to write for so long and nothing was written, and when the task is cancelled.
    private func untilStuck(for patience: Duration) async {
        while true {
            let before = state.withLock { $0.writtenBytes }
            guard (try? await Task.sleep(for: patience)) != nil else { return }
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
