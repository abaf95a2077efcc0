import Foundation

/// Standard input as a hook gets it: all of it, up to a limit.
package enum StandardInput {
    /// Reads until the end, or until there are more than `limit` bytes; then one byte more than `limit` is returned, so
    /// that the caller sees that it is too much. The rest is read and thrown away, so that the writer does not fail on a
    /// closed pipe.
    package static func read(limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            if bytes.count <= limit { bytes += buffer[..<min(count, limit + 1 - bytes.count)] }
        }
    }
}
