import BellhopAgents
import BellhopFoundation

/// Reads the lines appended to an agent's transcript for tool results and interruptions.
///
/// The initial content belongs to earlier calls. Each read covers the new bytes only, a MiB at a time: a
/// transcript may be enormous, end in the middle of a line, be replaced by a shorter one, or be missing.
struct TranscriptTail: Sendable {
    /// The maximum size of a line, in bytes. Longer lines are skipped.
    private static let longestLine = 4 << 20
    private static let step = 1 << 20

    private let path: String
    private var position: UInt64
    private var rest: [UInt8] = []
    private var results: Set<String> = []
    private var failures: [String: String] = [:]
    private var hasInterruption = false

    /// - Parameter path: may begin with `~/`, as in Claude Code's documentation.
    init(path: String, home: @autoclosure () -> String = URL.homeDirectory.path) {
        self.path = path.hasPrefix("~/") ? home() + path.dropFirst() : path
        var found = stat()
        position = stat(self.path, &found) == 0 ? UInt64(max(0, found.st_size)) : 0
    }

    /// - Returns: whether a result of `toolUse` was appended.
    mutating func holdsResult(of toolUse: String) -> Bool {
        if !results.contains(toolUse) { readAppended() }
        return results.contains(toolUse)
    }

    /// - Returns: the error text of a failed or refused tool use, if it was read already.
    func failure(of toolUse: String) -> String? { failures[toolUse] }

    /// - Returns: whether the user interrupted the agent.
    mutating func containsInterruption() -> Bool {
        if !hasInterruption { readAppended() }
        return hasInterruption
    }

    private mutating func readAppended() {
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
            parse(bytes)
        }
    }

    private mutating func parse(_ bytes: [UInt8]) {
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
