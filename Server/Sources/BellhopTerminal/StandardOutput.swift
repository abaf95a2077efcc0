import Foundation

/// Standard output, as its writer sees it.
package enum StandardOutput {
    /// Whether the other end of the pipe or socket is open; anything else counts as read.
    package static var isRead: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return true }
        return descriptor.revents & Int16(POLLERR | POLLHUP) == 0
    }
}
