package import BellhopFoundation
import BellhopModel

/// Standard input, output and error. A process may be started without one of them: another file may then have its number, and
/// must not be read or written.
package enum StandardStreams {
    /// Opens each closed stream on `/dev/null`, so that no connection gets its number.
    package static func complete() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // The lowest free number is assigned first: this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Returns whether the process was started with `stream`. Files that Swift's runtime opens earlier are closed on exec; inherited
    /// ones are not.
    package static func isGiven(_ stream: Int32) -> Bool {
        let flags = fcntl(stream, F_GETFD)
        return flags >= 0 && flags & FD_CLOEXEC == 0
    }
}

/// Standard input as one whole, up to a limit.
package enum StandardInput {
    /// Reads to the end. Input larger than `limit` is cut to `limit + 1` bytes, so that the caller detects it; the rest is read and
    /// discarded, so that the writer does not fail on a closed pipe.
    package static func read(limit: Int) -> [UInt8] { read(limit, until: nil).bytes }

    /// Reads like ``read(limit:)``, with a time limit for writers that do not close the stream.
    ///
    /// - Returns: `isWhole` is `false` when the end did not come in time.
    package static func read(limit: Int, within timeLimit: Duration) -> (bytes: [UInt8], isWhole: Bool) {
        read(limit, until: .now + timeLimit)
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

    /// Waits for bytes, the end or an error.
    ///
    /// - Returns: `false` on timeout.
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

/// The state of standard output.
package enum StandardOutput {
    /// `false` when the other end of the pipe or socket is closed; `true` for all other files.
    package static var isRead: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return true }
        return descriptor.revents & Int16(POLLERR | POLLHUP) == 0
    }
}

/// Operations of the system on files.
package enum Descriptor {
    /// The status of the file that `path` leads to, also through links; `nil` when there is none.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Writes all of `bytes`.
    ///
    /// - Returns: `nil` on success, otherwise `errno`.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { BellhopFoundation.write(descriptor, $0.baseAddress, $0.count) }
            let error = errno
            if written < 0, shouldRetry(error, descriptor) { continue }
            guard written > 0 else { return written < 0 ? error : EIO }
            rest = rest.dropFirst(written)
        }
        return nil
    }

    /// Reads to the end, or `limit` bytes.
    ///
    /// - Returns: `nil` on failure, with `errno`.
    package static func read(_ descriptor: Int32, limit: Int = .max) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = BellhopFoundation.read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Returns whether to retry: after a signal, or when a non-blocking pipe is full.
    private static func shouldRetry(_ error: Int32, _ descriptor: Int32) -> Bool {
        guard error == EAGAIN else { return error == EINTR }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
        return true
    }
}
