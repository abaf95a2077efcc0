public import BellhopModel

/// Reads the open asks from the server, once. ``ServerOpenAsks`` uses this device's key.
public protocol OpenAsksPort: Sendable {
    /// - Returns: `nil` when the server is unreachable.
    func openAsks() async -> OpenAsks?
}

/// The open asks of this device's owner.
public struct OpenAsks: Hashable, Sendable {
    /// The asks, newest first.
    public var asks: [Ask]
    /// `true` if the list is complete.
    public var isComplete: Bool

    public init(_ asks: [Ask], isComplete: Bool) {
        self.asks = asks
        self.isComplete = isComplete
    }

    /// Returns `true` for an ask that has ended; `nil` when the list does not show it.
    public func isOver(_ id: AskID) -> Bool? {
        if asks.contains(where: { $0.id == id }) { return false }
        if isComplete { return true }
        return asks.map(\.id).min().flatMap { $0 < id ? true : nil }
    }
}
