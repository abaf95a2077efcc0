public import BellhopModel
public import BellhopStore

/// One Live Activity as the store keeps it.
public struct LiveActivityRow: Hashable, Sendable {
    public var activity: LiveActivity
    public var due: Timestamp
    public var isClaimed = false
    public var isBehind = true
    public var turn = 0
}
