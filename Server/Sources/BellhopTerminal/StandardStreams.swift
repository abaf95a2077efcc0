import BellhopFoundation
import BellhopModel

/// Standard input, output and error. A process may be started without one: then something else of it has that number, and
/// nothing may be read from there or printed to it.
package enum StandardStreams {
    /// Opens each that is still closed on nothing, so that no connection gets its number.
    package static func complete() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // The lowest number that is free is given out first: this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Whether the process was started with `stream`. What Swift's runtime opens, before any code of ours, is closed in
    /// programs that are started; what came from one cannot have been.
    package static func isGiven(_ stream: Int32) -> Bool {
        let flags = fcntl(stream, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }
}

/// Standard input as one whole, up to a limit.
package enum StandardInput {
    /// Reads until the end, or until there are more than `limit` bytes; then one byte more than `limit` is returned, so
    /// that the caller sees that it is too much. The rest is read and thrown away, so that the writer does not fail on a
    /// closed pipe.
    package static func read(limit: Int) -> [UInt8] { read(limit, until: nil).bytes }

    /// The same, from a writer who may forget to close it.
    ///
    /// - Returns: `isWhole` is `false` when the end has not come in time.
    package static func read(limit: Int, within patience: Duration) -> (bytes: [UInt8], isWhole: Bool) {
        read(limit, until: .now + patience)
    }

    private static func read(_ limit: Int, until end: ContinuousClock.Instant?) -> (bytes: [UInt8], isWhole: Bool) {
        guard StandardStreams.isGiven(STDIN_FILENO) else { return ([], true) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while isReady(until: end) {
            let count = BellhopFoundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return (bytes, true) }
            if bytes.count <= limit { bytes += buffer[..<min(count, limit + 1 - bytes.count)] }
        }
        return (bytes, false)
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

/// Standard output, as its writer sees it.
package enum StandardOutput {
    /// Whether the other end of the pipe or socket is open; anything else counts as read.
    package static var isRead: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return true }
        return descriptor.revents & Int16(POLLERR | POLLHUP) == 0
    }
}

/// Files, pipes and terminals by their numbers.
package enum Descriptor {
    /// Writes all of `bytes`: half an answer is none.
    ///
    /// - Returns: `nil` when all was taken, otherwise the system's number of the error.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { BellhopFoundation.write(descriptor, $0.baseAddress, $0.count) }
            let error = errno
            if written < 0, isOnlyLater(error, descriptor) { continue }
            guard written > 0 else { return written < 0 ? error : EIO }
            rest = rest.dropFirst(written)
        }
        return nil
    }

    /// A signal came between, or whoever made the pipe does not want to wait for it.
    private static func isOnlyLater(_ error: Int32, _ descriptor: Int32) -> Bool {
        guard error == EAGAIN else { return error == EINTR }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
        return true
    }
}
