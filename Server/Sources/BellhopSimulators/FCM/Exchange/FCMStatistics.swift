/// What a simulator has counted since it was made.
public struct FCMStatistics: Sendable, Hashable {
    /// TCP connections that were taken, open or not.
    public var connections = 0
    /// Requests for an access token that arrived whole.
    public var tokenRequests = 0
    /// Of those, given one.
    public var tokensGiven = 0
    /// Requests to send that arrived whole.
    public var requests = 0
    /// Of those, taken without a fault.
    public var accepted = 0
}
