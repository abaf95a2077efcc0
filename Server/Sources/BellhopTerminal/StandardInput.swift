import BellhopModel
import Foundation

/// Standard input as one whole, up to a limit.
package enum StandardInput {
    /// Reads until the end, or until there are more than `limit` bytes; then one byte more than `limit` is returned, so
    /// that the caller sees that it is too much. The rest is read and thrown away, so that the writer does not fail on a
    /// closed pipe.
    package static func read(limit: Int) -> [UInt8] { read(limit, until: nil) ?? [] }

    /// The same, from a writer who may forget to close it.
    ///
    /// - Returns: `nil` when the end has not come in time.
    package static func read(limit: Int, within patience: Duration) -> [UInt8]? {
        read(limit, until: .now + patience)
    }

    private static func read(_ limit: Int, until end: ContinuousClock.Instant?) -> [UInt8]? {
        guard StandardStreams.isGiven(STDIN_FILENO) else { return [] }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while isReady(until: end) {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return bytes }
            if bytes.count <= limit { bytes += buffer[..<min(count, limit + 1 - bytes.count)] }
        }
        return nil
    }

    /// Waits until there are bytes, the end or an error.
    ///
    /// - Returns: `false` when the time is over.
    private static func isReady(until end: ContinuousClock.Instant?) -> Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while true {
            let left = end.map { $0 - .now }
            if let left, left <= .zero { return false }
            let milliseconds = left.map { CInt(clamping: $0.wholeMilliseconds + 1) } ?? -1
            let ready = poll(&descriptor, 1, milliseconds)
            if ready > 0 || ready < 0 && errno != EINTR { return true }
        }
    }
}
