/// What `POST /v1/notifications/schedule` takes.
public struct ScheduleRequest: Codable, Hashable, Sendable {
    /// Unless given, the key's own user. Only an admin's key may name anybody else.
    public var to: Audience?
    /// Without a user of its own. Its category is `reminder` unless given, and its life counts from the planned moment.
    public var notification: NotificationRequest
    public var when: ScheduleTiming

    public init(to: Audience? = nil, notification: NotificationRequest, when: ScheduleTiming) {
        self.to = to
        self.notification = notification
        self.when = when
    }
}

/// What `PATCH /v1/notifications/schedule/{id}` takes; what is left out stays as it is.
public struct ScheduleUpdate: Codable, Hashable, Sendable {
    /// The revision that is to be changed: refused when it has changed since. Any unless given.
    public var revision: Int?
    public var to: Audience?
    /// All of it.
    public var notification: NotificationRequest?
    /// All of it.
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
