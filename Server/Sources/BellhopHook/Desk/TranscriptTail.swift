import BellhopAgents
import BellhopFoundation

/// Looks through what is appended to an agent's transcript for the result of one use of a tool.
///
/// Reads what is new each time, and never more than a few MiB of it: a transcript may be enormous, cut in the middle of
/// a line, replaced by a shorter one, or not there.
struct TranscriptTail {
    /// How far before the end to begin. The call itself has just been written there, and its result may have been too.
    private static let lead: UInt64 = 256 << 10
    /// A line that is longer is passed over.
    private static let longestLine = 4 << 20
    private static let step = 1 << 20

    private let path: String
    private var position: UInt64?
    private var rest: [UInt8] = []

    /// - Parameter path: may begin with `~/`, as Claude Code's documentation has it.
    init(path: String, home: String = URL.homeDirectory.path) {
        self.path = path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// - Returns: whether a result of `toolUse` was among what has been added since the last call.
    mutating func holdsResult(of toolUse: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let end = lseek(file, 0, SEEK_END)
        guard end >= 0 else { return false }
        let size = UInt64(end)
        var start = position ?? (size > Self.lead ? size - Self.lead : 0)
        if start > size {
            start = 0
            rest = []
        }
        var found = false
        while start < size, !found {
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.step) { buffer, count in
                count = max(0, pread(file, buffer.baseAddress, buffer.count, off_t(start)))
            }
            guard !bytes.isEmpty else { break }
            start += UInt64(bytes.count)
            found = take(bytes, toolUse)
        }
        position = start
        return found
    }

    private mutating func take(_ bytes: [UInt8], _ toolUse: String) -> Bool {
        rest += bytes
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.last.map { $0.count > Self.longestLine ? [] : Array($0) } ?? []
        return lines.dropLast().contains { TranscriptLine.holdsResult(of: toolUse, Array($0)) }
    }
}
