/// What `POST /v1/receipts` takes: something happened where the server cannot see it.
public struct Receipt: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The device showed the notification.
        case shown
        /// The person opened it.
        case opened
        /// The agent took the answer and went on.
        case applied
    }

    public var kind: Kind
    /// For `shown` and `opened`.
    public var notificationID: NotificationID?
    /// For `applied`.
    public var askID: AskID?

    public init(kind: Kind, notificationID: NotificationID? = nil, askID: AskID? = nil) {
        self.kind = kind
        self.notificationID = notificationID
        self.askID = askID
    }

    enum CodingKeys: String, CodingKey {
        case kind
        case notificationID = "notification_id"
        case askID = "ask_id"
    }
}

/// One line of a notification's timeline.
public struct TimelineEntry: Codable, Hashable, Sendable {
    public enum Step: String, Codable, Hashable, Sendable, CaseIterable {
        /// It waits for the end of quiet hours.
        case held
        /// It is shown in a summary with others.
        case folded
        case accepted, attempted, sent, deferred, failed, cancelled, shown, opened, read, snoozed, resolved, applied
        case clearing = "clear_sent"
    }

    public var at: Timestamp
    public var step: Step
    public var deviceID: DeviceID?
    public var detail: String?

    public init(at: Timestamp, step: Step, deviceID: DeviceID? = nil, detail: String? = nil) {
        self.at = at
        self.step = step
        self.deviceID = deviceID
        self.detail = detail
    }

    enum CodingKeys: String, CodingKey {
        case at, step, detail
        case deviceID = "device_id"
    }
}
