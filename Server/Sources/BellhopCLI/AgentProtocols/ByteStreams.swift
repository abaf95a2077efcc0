import BellhopFoundation
import BellhopTerminal
import Dispatch

/// An asynchronous byte input.
struct ByteSource: Sendable {
    /// Reads the next bytes; `nil` at the end, and when the task is cancelled.
    var read: @Sendable () async -> [UInt8]?

    /// - Throws: ``CommandFailure`` when no more file descriptors are available.
    static func descriptor(_ descriptor: Int32) throws -> ByteSource {
        let poll = try DescriptorPoll(descriptor)
        return ByteSource {
            await poll.perform {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while poll.wait(for: POLLIN) {
                    let count = BellhopFoundation.read(descriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    return count > 0 ? Array(buffer[..<count]) : nil
                }
                return nil
            }
        }
    }
}

/// An asynchronous byte output.
struct ByteSink: Sendable {
    /// Writes all bytes; `false` when the reader has closed the stream, and when the task is cancelled.
    var write: @Sendable ([UInt8]) async -> Bool

    /// - Throws: ``CommandFailure`` when no more file descriptors are available.
    static func descriptor(_ descriptor: Int32) throws -> ByteSink {
        let poll = try DescriptorPoll(descriptor)
        return ByteSink { bytes in
            await poll.perform {
                var rest = bytes[...]
                while !rest.isEmpty {
                    guard poll.wait(for: POLLOUT) else { return false }
                    // A pipe that is ready accepts this many bytes without blocking (POSIX, write: PIPE_BUF).
                    let count = rest.withUnsafeBytes {
                        BellhopFoundation.write(descriptor, $0.baseAddress, min($0.count, 512))
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

/// Waits on a separate queue until a file descriptor is ready, or the waiting task is cancelled.
///
/// Reads and writes of standard streams block, which would occupy a thread of Swift's pool. They are only tried here
/// after `poll` has reported that they will not block.
final class DescriptorPoll: Sendable {
    private let descriptor: Int32
    private let wakeEnd: Int32
    private let wakeSource: Int32
    private let queue = DispatchQueue(label: "dev.bellhop.stream")

    /// - Throws: ``CommandFailure`` when no more file descriptors are available.
    init(_ descriptor: Int32) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw CommandFailure("A pipe cannot be created: \(String(cString: strerror(errno))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.descriptor = descriptor
        (wakeEnd, wakeSource) = (ends[0], ends[1])
    }

    deinit {
        close(wakeEnd)
        close(wakeSource)
    }

    /// Runs `work` on the queue. After the task is cancelled, ``wait(for:)`` returns `false`.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: work()) }
            }
        } onCancel: {
            var byte: UInt8 = 0
            _ = write(wakeSource, &byte, 1)
        }
    }

    /// - Parameter events: `POLLIN` or `POLLOUT`.
    /// - Returns: `true` when the descriptor is ready, closed or failed; the next read or write tells which.
    func wait(for events: Int32) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&entries, nfds_t(entries.count), -1)
            if count < 0, errno == EINTR { continue }
            return count > 0 && entries[1].revents == 0
        }
    }
}
