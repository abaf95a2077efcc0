/// Where somebody stands who reads a user's changes page by page.
///
/// Changes are numbered in the order in which they become durable, over all users. Written as three numbers, for whoever
/// is to bring it back unread.
public struct ItemCursor: Hashable, Sendable, LosslessStringConvertible {
    /// The last change that was read.
    public var position: Int64
    /// The last change before the present run of pages: what appeared later is created for the reader, even if an earlier
    /// page of the run should have told of it and it has moved on since.
    public var base: Int64
    /// Of the whole list: the last change before it was begun. Zero otherwise.
    public var begun: Int64

    /// Everything until `position` is known.
    public init(caughtUpAt position: Int64) { self.init(position: position, base: position, begun: 0) }

    /// Nothing is known.
    /// - Parameter last: the last change there is, at least 1.
    public init(wholeListBegunAt last: Int64) { self.init(position: 0, base: 0, begun: last) }

    init(position: Int64, base: Int64, begun: Int64) {
        self.position = position
        self.base = base
        self.begun = begun
    }

    /// Some of the whole list is still to be read.
    public var isWhole: Bool { begun > 0 }

    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 3, let position = parts[0], let base = parts[1], let begun = parts[2], 0 <= base,
            base <= position, 0 <= begun
        else { return nil }
        self.init(position: position, base: base, begun: begun)
    }

    public var description: String { "\(position).\(base).\(begun)" }

    /// Whether everything is known that a reader has to be told.
    ///
    /// - Parameters:
    ///   - last: the last change there is.
    ///   - forgotten: the last deletion that was forgotten.
    public func isValid(last: Int64, forgotten: Int64) -> Bool {
        // A cursor from the future is from before a backup was restored.
        max(position, begun) >= forgotten && max(position, begun) <= last
    }
}
