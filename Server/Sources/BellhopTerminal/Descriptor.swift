import BellhopFoundation

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
