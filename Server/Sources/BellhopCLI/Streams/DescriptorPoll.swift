import BellhopTerminal
import Foundation

/// Waits for a file descriptor on a queue of its own, and can be woken for good.
///
/// Reads and writes of standard streams block, and would take a thread of the pool with them. Here they are only tried
/// when the system says that they will not.
final class DescriptorPoll: Sendable {
    private let descriptor: Int32
    private let wakeEnd: Int32
    private let wakeSource: Int32
    private let queue = DispatchQueue(label: "dev.bellhop.stream")

    /// - Throws: ``CommandFailure`` when the system gives no more descriptors.
    init(_ descriptor: Int32) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw CommandFailure("No pipe could be made: \(String(cString: strerror(errno))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.descriptor = descriptor
        (wakeEnd, wakeSource) = (ends[0], ends[1])
    }

    deinit {
        close(wakeEnd)
        close(wakeSource)
    }

    /// Runs `work` on the queue. When the task is cancelled, ``wait(for:)`` says `false` from then on.
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
    /// - Returns: whether the descriptor is ready, or has ended or failed, which reading or writing will tell.
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
