/// What a simulator has counted since it was made.
public struct APNsStatistics: Sendable, Hashable {
    /// TCP connections that were taken, open or not.
    public var connections = 0
    /// Those that are open now.
    public var openConnections = 0
    /// Requests that arrived whole.
    public var requests = 0
    /// Of those, taken without a fault.
    public var accepted = 0
    /// Of those, refused by the rules.
    public var refused = 0
    /// Of those, faulted by a scripted fault.
    public var faulted = 0
    /// Streams that were turned away because the limit of an unproven connection was passed.
    public var streamsTurnedAway = 0
}

extension APNsStatistics {
    mutating func count(_ result: ReceivedPush.Result) {
        requests += 1
        switch result {
        case .accepted: accepted += 1
        case .refused: refused += 1
        case .faulted: faulted += 1
        }
    }
}
