/// Cuts a stream of bytes into lines, whatever the pieces it comes in.
///
/// A line that is longer than the limit is not kept: it comes out in parts, as they arrive.
public struct LineSplitter: Sendable {
    public enum Piece: Hashable, Sendable {
        /// A whole line, with the line feed at its end.
        case line([UInt8])
        /// A part of a line that is too long, or the end of a stream that does not end with a line feed.
        case part([UInt8], endsLine: Bool)
    }

    private let limit: Int
    private var rest: [UInt8] = []
    /// Parts of the current line have come out.
    private var isInLongLine = false

    /// - Parameter limit: of a line, in bytes.
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

    /// What is left at the end of the stream.
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
