/// What `POST /v1/notifications/{id}/snooze` takes.
public struct SnoozeRequest: Codable, Hashable, Sendable {
    /// How long it stays away, 1 to 10,080 (a week); 15 unless given.
    public var minutes: Int?

    public init(minutes: Int? = nil) { self.minutes = minutes }
}
