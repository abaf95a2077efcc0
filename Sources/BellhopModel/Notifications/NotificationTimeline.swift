/// The response of `GET /v1/notifications/{id}`.
public struct NotificationTimeline: Codable, Hashable, Sendable {
    public var notification: UserNotification
    /// The steps, oldest first.
    public var timeline: [TimelineEntry]
    public var deliveries: [DeliveryStatus]
    /// The user's devices, including inactive ones, and other devices that received the notification.
    public var devices: [DeviceSummary]
    /// The notification's ask.
    public var ask: Ask?

    public init(
        notification: UserNotification, timeline: [TimelineEntry], deliveries: [DeliveryStatus] = [],
        devices: [DeviceSummary] = [], ask: Ask? = nil
    ) {
        self.notification = notification
        self.timeline = timeline
        self.deliveries = deliveries
        self.devices = devices
        self.ask = ask
    }
}

/// The status of one delivery of a notification.
public struct DeliveryStatus: Codable, Hashable, Sendable {
    /// The purpose of a delivery. An open set.
    public struct Purpose: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let show = Self(rawValue: "show")
        public static let clear = Self(rawValue: "clear")
    }

    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case waiting
        /// Leased to a dispatcher.
        case claimed
        case sent, failed, cancelled
    }

    public var deviceID: DeviceID
    public var purpose: Purpose
    public var state: State
    /// The number of attempts, including a running one.
    public var attempts: Int
    /// The due time of a waiting delivery, or the end of the lease of a claimed one.
    public var nextAttemptAt: Timestamp?

    public init(
        deviceID: DeviceID, purpose: Purpose, state: State, attempts: Int, nextAttemptAt: Timestamp? = nil
    ) {
        self.deviceID = deviceID
        self.purpose = purpose
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
    }

    enum CodingKeys: String, CodingKey {
        case purpose, state, attempts
        case deviceID = "device_id"
        case nextAttemptAt = "next_attempt_at"
    }
}

/// The body of `POST /v1/receipts`: a report of an event on a device or in an agent.
public struct Receipt: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The device showed the notification.
        case shown
        /// The person opened the notification.
        case opened
        /// The agent applied the answer.
        case applied
    }

    public var kind: Kind
    /// Required for `shown` and `opened`.
    public var notificationID: NotificationID?
    /// Required for `applied`.
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

/// One step in the timeline of a notification.
public struct TimelineEntry: Codable, Hashable, Sendable {
    public enum Step: String, Codable, Hashable, Sendable, CaseIterable {
        /// Held until the end of quiet hours.
        case held
        /// Shown in a summary with other notifications.
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
