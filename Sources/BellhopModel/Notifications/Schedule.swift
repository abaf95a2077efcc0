/// A notification that is sent later, once or repeatedly.
public struct Schedule: Codable, Hashable, Sendable, Identifiable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// Sent for the last time.
        case done
        /// The server was down at the scheduled time, and the notification had expired when it was up again.
        case missed
        case cancelled
    }

    public let id: ScheduleID
    /// The number of changes, from 1. Each occurrence counts as a change.
    public var revision: Int
    public var to: Audience
    /// The notification of each recipient, without a user.
    public var notification: NotificationRequest
    public var when: ScheduleTiming
    public var state: State
    /// The next occurrence; `nil` unless the schedule is waiting.
    public var next: Timestamp?
    /// The time of the last occurrence.
    public var lastSent: Timestamp?
    /// The key that created the schedule; ``creator`` is its user.
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

/// The body of `POST /v1/notifications/schedule`.
public struct ScheduleRequest: Codable, Hashable, Sendable {
    /// The recipients; the key's own user unless given. Only an admin key may name others.
    public var to: Audience?
    /// The notification, without a user. Its category is `reminder` unless given, and its lifetime counts from the
    /// scheduled time.
    public var notification: NotificationRequest
    public var when: ScheduleTiming

    public init(to: Audience? = nil, notification: NotificationRequest, when: ScheduleTiming) {
        self.to = to
        self.notification = notification
        self.when = when
    }
}

/// The body of `PATCH /v1/notifications/schedule/{id}`. Missing fields are unchanged.
public struct ScheduleUpdate: Codable, Hashable, Sendable {
    /// The expected revision; the request is refused when the schedule has another one. Any revision unless given.
    public var revision: Int?
    public var to: Audience?
    /// Replaces the whole notification.
    public var notification: NotificationRequest?
    /// Replaces the whole timing.
    public var when: ScheduleTiming?

    public init(
        revision: Int? = nil, to: Audience? = nil, notification: NotificationRequest? = nil, when: ScheduleTiming? = nil
    ) {
        self.revision = revision
        self.to = to
        self.notification = notification
        self.when = when
    }
}
