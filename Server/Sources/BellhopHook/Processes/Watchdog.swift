import BellhopAgents
import BellhopFoundation
import BellhopTerminal

/// Prints a reply and ends the process at a deadline, also when something hangs that cannot be cancelled, such as a home folder
/// on an unreachable network. An agent treats its own timeout as consent, so a gate must deny before it.
///
/// Uses a signal: it costs nothing until it fires, and needs no free thread.
enum Watchdog {
    /// The only state of the signal handler, which may neither allocate nor wait (signal-safety(7)).
    nonisolated(unsafe) private static var output = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Ends the process after `seconds`, with exit code 0 and `reply` on standard output, unless it has ended by then.
    static func start(_ reply: HookReply, after seconds: Int) {
        output = copy(StandardStreams.isGiven(STDOUT_FILENO) ? reply.standardOutput : [])
        signal(SIGALRM) { _ in
            _ = BellhopFoundation.write(STDOUT_FILENO, Watchdog.output.baseAddress, Watchdog.output.count)
            _exit(0)
        }
        alarm(UInt32(clamping: max(1, seconds)))
    }

    /// Prints something else instead. From then on the deadline ends the process without output.
    static func replaceReply<Value>(_ print: () -> Value) -> Value {
        let left = alarm(0)
        defer { alarm(left) }
        let value = print()
        output = copy([])
        return value
    }

    /// Never freed: a process has two.
    private static func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        guard !bytes.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }
}
