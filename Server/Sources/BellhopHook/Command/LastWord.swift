import BellhopAgents
import BellhopFoundation
import BellhopTerminal

/// What a hook says when its time is over and something hangs that cannot be cancelled: a home folder on a network that is
/// gone, say. An agent takes the end of its own patience for "go on", so that a gate has to have said no before.
///
/// By a signal, because that costs a hook nothing until it is needed, and needs no thread that is still free.
enum LastWord {
    /// All that the signal's handler reads; it may neither allocate nor wait (signal-safety(7)).
    nonisolated(unsafe) private static var words = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Ends the process after `seconds`, with exit code 0 and `reply` on standard output, unless it has ended by then.
    static func prepare(_ reply: HookReply, after seconds: Int) {
        words = copy(StandardStreams.isGiven(STDOUT_FILENO) ? reply.standardOutput : [])
        signal(SIGALRM) { _ in
            _ = BellhopFoundation.write(STDOUT_FILENO, LastWord.words.baseAddress, LastWord.words.count)
            _exit(0)
        }
        alarm(UInt32(clamping: max(1, seconds)))
    }

    /// Something else is said instead. From then on the end of the time ends the process, and says nothing.
    static func replace<Value>(_ say: () -> Value) -> Value {
        let left = alarm(0)
        defer { alarm(left) }
        let value = say()
        words = copy([])
        return value
    }

    /// Never given back: there are two in a process.
    private static func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
        guard !bytes.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return UnsafeRawBufferPointer(copy)
    }
}
