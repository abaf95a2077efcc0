import BellhopFoundation

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
