import Foundation
import Synchronization

/// The terminal as single keys come in: no line editing, no echo, put back as it was at the end.
struct RawTerminal: Sendable {
    /// Whether a person sits at both ends of this process.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Runs `body` with the keys that are pressed meanwhile.
    static func withKeys<Value: Sendable>(
        _ body: (AsyncStream<Key>) async throws -> Value
    ) async throws -> Value {
        var original = termios()
        tcgetattr(STDIN_FILENO, &original)
        var raw = original
        // Control-C comes as a key, because a signal would end the process before the terminal is put back.
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
        let (keys, continuation) = AsyncStream<Key>.makeStream()
        let reader = KeyReader(continuation)
        reader.start()
        defer { reader.stop() }
        return try await body(keys)
    }
}

/// Reads standard input on a thread of its own, because a terminal cannot be waited for in any other way everywhere.
private final class KeyReader: Sendable {
    private let continuation: AsyncStream<Key>.Continuation
    private let stopped = Mutex(false)

    init(_ continuation: AsyncStream<Key>.Continuation) { self.continuation = continuation }

    func start() {
        let thread = Thread { [self] in
            var decoder = KeyDecoder()
            while !stopped.withLock({ $0 }) {
                // A short wait, so that the thread notices within a moment that nobody listens any more.
                var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, 100) > 0 else { continue }
                var buffer = [UInt8](repeating: 0, count: 64)
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                guard count > 0 else { break }
                for key in decoder.keys(in: buffer[..<count]) { continuation.yield(key) }
            }
            continuation.yield(.end)
            continuation.finish()
        }
        thread.start()
    }

    func stop() { stopped.withLock { $0 = true } }
}
