/// Splits a stream of bytes into lines.
///
/// A line longer than the limit is not buffered: it is returned in parts as they arrive.
public struct LineSplitter: Sendable {
    public enum Piece: Hashable, Sendable {
        /// A complete line, including its line feed.
        case line([UInt8])
        /// A part of a line that is too long, or the end of a stream without a final line feed.
        case part([UInt8], endsLine: Bool)
    }

    private let limit: Int
    private var rest: [UInt8] = []
    /// `true` after parts of the current line were returned.
    private var isInLongLine = false

    /// - Parameter limit: the maximum size of a line, in bytes.
    public init(limit: Int) { self.limit = limit }

    public mutating func split(_ bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var start = bytes.startIndex
        while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            pieces.append(ended(with: bytes[start...feed]))
            start = feed + 1
        }
        guard start < bytes.endIndex else { return pieces }
        rest += bytes[start...]
        if isInLongLine || rest.count > limit {
            pieces.append(.part(rest, endsLine: false))
            rest = []
            isInLongLine = true
        }
        return pieces
    }

    /// Returns the rest at the end of the stream.
    public mutating func end() -> [Piece] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [.part(rest, endsLine: false)]
    }

    private mutating func ended(with bytes: ArraySlice<UInt8>) -> Piece {
        defer {
            rest = []
            isInLongLine = false
        }
        let whole = rest + bytes
        return isInLongLine || whole.count > limit ? .part(whole, endsLine: true) : .line(whole)
    }
}
