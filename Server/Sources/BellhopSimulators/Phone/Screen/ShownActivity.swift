public import BellhopKit
public import BellhopModel

/// A Live Activity on a phone's lock screen.
public struct ShownActivity: Sendable, Hashable, Identifiable {
    public let id: ActivityID
    public let attributes: SessionAttributes
    public internal(set) var state: LiveActivityState
    public internal(set) var phase: ActivityPhase
    /// From then on it is shown as out of date.
    public internal(set) var staleAt: Timestamp?
    /// Of what is shown: what is older is ignored. `nil` when the app has set it by itself.
    public internal(set) var timestamp: Timestamp?
    /// When it leaves the lock screen, if that is said.
    public internal(set) var dismissal: Timestamp?
    /// By which it is updated.
    let token: [UInt8]?

    /// As the app sees it.
    var snapshot: ActivitySnapshot { ActivitySnapshot(id: id, attributes: attributes, phase: phase, token: token) }
}
