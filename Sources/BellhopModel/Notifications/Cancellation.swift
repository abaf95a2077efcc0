/// What `DELETE /v1/notifications/{id}` gives.
public struct Cancellation: Codable, Hashable, Sendable {
    /// How many pushes had not been sent, and are not.
    public var stopped: Int
    /// How many devices had it, and are told to take it off the screen.
    public var clearing: Int

    public init(stopped: Int, clearing: Int) {
        self.stopped = stopped
        self.clearing = clearing
    }
}
