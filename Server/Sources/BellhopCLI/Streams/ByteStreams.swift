import BellhopTerminal
import Foundation

/// Where bytes come from.
struct ByteSource: Sendable {
    /// The next bytes; `nil` at the end, and when the task is cancelled.
    var read: @Sendable () async -> [UInt8]?

    /// - Throws: ``CommandFailure`` when the system gives no more descriptors.
    static func descriptor(_ descriptor: Int32) throws -> ByteSource {
        let poll = try DescriptorPoll(descriptor)
        return ByteSource {
            await poll.perform {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while poll.wait(for: POLLIN) {
                    let count = Foundation.read(descriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    return count > 0 ? Array(buffer[..<count]) : nil
                }
                return nil
            }
        }
    }
}

/// Where bytes go.
struct ByteSink: Sendable {
    /// Writes all of it. `false` when nobody reads any more, and when the task is cancelled.
    var write: @Sendable ([UInt8]) async -> Bool

    /// - Throws: ``CommandFailure`` when the system gives no more descriptors.
    static func descriptor(_ descriptor: Int32) throws -> ByteSink {
        let poll = try DescriptorPoll(descriptor)
        return ByteSink { bytes in
            await poll.perform {
                var rest = bytes[...]
                while !rest.isEmpty {
                    guard poll.wait(for: POLLOUT) else { return false }
                    // A pipe that is ready takes this much without blocking (POSIX, write: PIPE_BUF).
                    let count = rest.withUnsafeBytes {
                        Foundation.write(descriptor, $0.baseAddress, min($0.count, 512))
                    }
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    guard count > 0 else { return false }
                    rest = rest.dropFirst(count)
                }
                return true
            }
        }
    }
}
