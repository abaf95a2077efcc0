/// A notification that is to be sent later, once or again and again.
public struct Schedule: Codable, Hashable, Sendable, Identifiable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// It was sent for the last time.
        case done
        /// Its time came while no server ran, and when one did its notification would have expired.
        case missed
        case cancelled
    }

    public let id: ScheduleID
    /// Counts its changes, from 1. Each occurrence is one.
    public var revision: Int
    public var to: Audience
    /// What they are told. It names no user.
    public var notification: NotificationRequest
    public var when: ScheduleTiming
    public var state: State
    /// When it is sent next; `nil` unless it waits.
    public var next: Timestamp?
    /// When it was sent last.
    public var lastSent: Timestamp?
    /// Who made it: the key, and the user it acts for.
    public let createdBy: KeyID
    public let creator: UserID
    public let createdAt: Timestamp
    public var updatedAt: Timestamp

    public init(
        id: ScheduleID, revision: Int = 1, to: Audience, notification: NotificationRequest, when: ScheduleTiming,
        state: State = .waiting, next: Timestamp?, lastSent: Timestamp? = nil, createdBy: KeyID, creator: UserID,
        createdAt: Timestamp, updatedAt: Timestamp? = nil
    ) {
        self.id = id
        self.revision = revision
        self.to = to
        self.notification = notification
        self.when = when
        self.state = state
        self.next = next
        self.lastSent = lastSent
        self.createdBy = createdBy
        self.creator = creator
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, revision, to, notification, when, state, next, creator
        case lastSent = "last_sent"
        case createdBy = "created_by"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}
