import BellhopAgents
import Foundation

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
    init(path: String, home: String = NSHomeDirectory()) {
        self.path = path.hasPrefix("~/") ? home + path.dropFirst() : path
    }

    /// - Returns: whether a result of `toolUse` was among what has been added since the last call.
    mutating func holdsResult(of toolUse: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        guard let size = try? file.seekToEnd() else { return false }
        var start = position ?? (size > Self.lead ? size - Self.lead : 0)
        if start > size {
            start = 0
            rest = []
        }
        var found = false
        while start < size, !found {
            guard (try? file.seek(toOffset: start)) != nil, let data = try? file.read(upToCount: Self.step),
                !data.isEmpty
            else { break }
            start += UInt64(data.count)
            found = take(Array(data), toolUse)
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
