public import BellhopModel

/// Asks the server once which asks are open. ``ServerOpenAsks`` does it with this device's key.
public protocol OpenAsksPort: Sendable {
    /// - Returns: `nil` when the server could not be asked.
    func openAsks() async -> OpenAsks?
}

/// The open asks of this device's owner.
public struct OpenAsks: Hashable, Sendable {
    /// Newest first.
    public var asks: [Ask]
    /// The list is complete.
    public var isComplete: Bool

    public init(_ asks: [Ask], isComplete: Bool) {
        self.asks = asks
        self.isComplete = isComplete
    }

    /// Returns `true` for an ask that is over; `nil` when the list does not say.
    public func isOver(_ id: AskID) -> Bool? {
        if asks.contains(where: { $0.id == id }) { return false }
        if isComplete { return true }
        return asks.map(\.id).min().flatMap { $0 < id ? true : nil }
    }
}
