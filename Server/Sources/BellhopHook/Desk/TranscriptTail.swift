import BellhopAgents
import BellhopFoundation

/// Looks through what is appended to an agent's transcript, from now on, for the results of tools and for interruptions.
///
/// What stands there already belongs to earlier calls. Reads what is new each time, and never more than a few MiB of it: a
/// transcript may be enormous, cut in the middle of a line, replaced by a shorter one, or not there.
struct TranscriptTail: Sendable {
    /// A line that is longer is passed over.
    private static let longestLine = 4 << 20
    private static let step = 1 << 20

    private let path: String
    private var position: UInt64
    private var rest: [UInt8] = []
    private var results: Set<String> = []
    private var failures: [String: String] = [:]
    private var hasInterruption = false

    /// - Parameter path: may begin with `~/`, as Claude Code's documentation has it.
    init(path: String, home: @autoclosure () -> String = URL.homeDirectory.path) {
        self.path = path.hasPrefix("~/") ? home() + path.dropFirst() : path
        var found = stat()
        position = stat(self.path, &found) == 0 ? UInt64(max(0, found.st_size)) : 0
    }

    /// - Returns: whether a result of `toolUse` has been added since this was made.
    mutating func holdsResult(of toolUse: String) -> Bool {
        if !results.contains(toolUse) { readOn() }
        return results.contains(toolUse)
    }

    /// - Returns: what a use of a tool that came to nothing has given since this was made.
    func failure(of toolUse: String) -> String? { failures[toolUse] }

    /// - Returns: whether the agent has been interrupted since this was made.
    mutating func holdsInterruption() -> Bool {
        if !hasInterruption { readOn() }
        return hasInterruption
    }

    private mutating func readOn() {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        let end = lseek(file, 0, SEEK_END)
        guard end >= 0 else { return }
        let size = UInt64(end)
        if position > size {
            position = 0
            rest = []
        }
        while position < size {
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.step) { buffer, count in
                count = max(0, pread(file, buffer.baseAddress, buffer.count, off_t(position)))
            }
            guard !bytes.isEmpty else { break }
            position += UInt64(bytes.count)
            take(bytes)
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        rest += bytes
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.last.map { $0.count > Self.longestLine ? [] : Array($0) } ?? []
        for line in lines.dropLast().map(Array.init) {
            results.formUnion(TranscriptLine.results(in: line))
            failures.merge(TranscriptLine.failures(in: line)) { $1 }
            hasInterruption = hasInterruption || TranscriptLine.isInterruption(line)
        }
    }
}
