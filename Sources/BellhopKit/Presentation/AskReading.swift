import BellhopModel

/// The whole input of an ask in parts, and which of them have been on the screen.
///
/// The rule for every screen that can approve: nothing is approved before all of it was shown, and no value that it uses
/// is masked. Pure.
public struct AskReading: Hashable, Sendable {
    /// In order; together all of the input.
    public private(set) var parts: [Part]
    /// Whether the device's owner had the masked values shown.
    public private(set) var isRevealed = false
    /// The number of values that are masked while nothing is revealed.
    public let maskedCount: Int

    private let input: String
    private let mostLines: Int
    private let mostCharacters: Int
    private let isMaskUsed: Bool
    private var unseen: Set<Int>

    /// A part, small enough to be on a screen as a whole.
    public struct Part: Hashable, Sendable, Identifiable {
        /// The place, from 0.
        public let id: Int
        public let text: String
        /// Whether it goes on with the line that the part before it began.
        public let isContinuation: Bool
    }

    /// The reason that an ask cannot be approved yet.
    public enum Obstacle: Hashable, Sendable {
        /// So many parts were not on the screen.
        case unread(Int)
        /// A masked value is used.
        case masked
    }

    /// - Parameters:
    ///   - input: of the ask, as it was signed.
    ///   - lines: at most so many in a part.
    ///   - characters: at most so many in a part.
    public init(_ input: String, lines: Int = 12, characters: Int = 600) {
        self.input = AskInput.text(of: input)
        mostLines = max(1, lines)
        mostCharacters = max(8, characters)
        let masked = SecretMask.masked(self.input)
        maskedCount = masked.count
        isMaskUsed = masked.used > 0
        parts = Self.parts(of: masked.text, mostLines, mostCharacters)
        unseen = Set(parts.indices)
    }

    /// `nil` when it may be approved.
    public var obstacle: Obstacle? {
        if !unseen.isEmpty { return .unread(unseen.count) }
        return isMaskUsed && !isRevealed ? .masked : nil
    }

    public var mayBeApproved: Bool { obstacle == nil }

    /// The part of this place has been on the screen, all of it.
    public mutating func see(_ part: Int) { unseen.remove(part) }

    public mutating func see(_ parts: Range<Int>) { unseen.subtract(parts) }

    /// Shows the masked values. What was read with masks in it is to be read again.
    ///
    /// Call it only after the device's owner has authenticated.
    public mutating func reveal() {
        guard maskedCount > 0, !isRevealed else { return }
        isRevealed = true
        parts = Self.parts(of: input, mostLines, mostCharacters)
        unseen = Set(parts.indices)
    }

    private static func parts(of text: String, _ lines: Int, _ characters: Int) -> [Part] {
        var parts: [Part] = []
        var rows: [Substring] = []
        var length = 0
        var isContinuation = false
        func close(continuing: Bool = false) {
            guard !rows.isEmpty else { return }
            parts.append(
                Part(id: parts.count, text: rows.joined(separator: "\n"), isContinuation: isContinuation))
            (rows, length, isContinuation) = ([], 0, continuing)
        }
        for line in TextSanitizer.sanitize(text).text.split(separator: "\n", omittingEmptySubsequences: false) {
            var rest = line
            if rows.count == lines || length + rest.count > characters { close() }
            while let end = rest.index(rest.startIndex, offsetBy: characters, limitedBy: rest.endIndex),
                end < rest.endIndex
            {
                rows = [rest[..<end]]
                close(continuing: true)
                rest = rest[end...]
            }
            rows.append(rest)
            length += rest.count
        }
        close()
        return parts
    }
}
