public import BellhopKit
public import BellhopModel

/// The visible state of a phone.
public struct PhoneScreen: Sendable, Hashable {
    public enum AppState: String, Sendable, Hashable, CaseIterable { case foreground, background, killed }

    /// The state of the connection to the push service.
    public enum Connection: String, Sendable, Hashable, CaseIterable {
        case connecting, connected
        /// The connection failed or has ended; it is retried every second.
        case lost
    }

    public var name: String
    public var isLocked: Bool
    public var isInAirplaneMode: Bool
    /// The state of the connection to the push service while airplane mode is off.
    public var connection: Connection
    public var app: AppState
    /// The notification permission. A simulated user has granted it before the first push.
    public var authorization: AuthorizationState
    /// The delivered notifications, newest first.
    public var notifications: [DeliveredNotification]
    /// The scheduled local notifications, earliest first.
    public var scheduled: [PendingNotification]
    /// The Live Activities in order of their start, including ended ones.
    public var activities: [ShownActivity]
    /// The reasons why Live Activity pushes were ignored, oldest first.
    public var ignoredActivityPushes: [String]
    public var badge: Int
    public var registration: RegistrationState
    /// The action that waits until the phone is unlocked.
    public var asksToUnlockFor: CategoryAction?
    /// The pending asks in the open app, newest first.
    public var pending: [Ask]
    /// The in-app cards that the open app shows instead of banners, oldest first.
    public var cards: [InAppCard]
    /// The results of answers, oldest first.
    public var results: [AnswerReport]
    /// The routes that taps opened.
    public var routes: [Route]

    init(name: String, isLocked: Bool, isInAirplaneMode: Bool) {
        self.name = name
        self.isLocked = isLocked
        self.isInAirplaneMode = isInAirplaneMode
        connection = .connecting
        app = .killed
        authorization = .authorized
        notifications = []
        scheduled = []
        activities = []
        ignoredActivityPushes = []
        badge = 0
        registration = .waitingForToken
        pending = []
        cards = []
        results = []
        routes = []
    }
}

extension DeliveredNotification {
    /// The notification's buttons.
    public var actions: [CategoryAction] {
        payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
    }

    /// The time left to answer; `nil` when no answer is requested.
    public func timeLeft(at now: Timestamp) -> Duration? { payload.deadline.map { max(.zero, $0 - now) } }
}

/// A Live Activity on a phone's lock screen.
public struct ShownActivity: Sendable, Hashable, Identifiable {
    public let id: ActivityID
    public let attributes: SessionAttributes
    public internal(set) var state: LiveActivityState
    public internal(set) var phase: ActivityPhase
    /// The time from which it is shown as stale.
    public internal(set) var staleAt: Timestamp?
    /// The timestamp of the displayed content; older updates are ignored. `nil` when the app has set the content
    /// locally.
    public internal(set) var timestamp: Timestamp?
    /// The time of removal from the lock screen, if specified.
    public internal(set) var dismissal: Timestamp?
    /// The update token.
    let token: [UInt8]?

    /// The activity as seen by the app.
    var snapshot: ActivitySnapshot { ActivitySnapshot(id: id, attributes: attributes, phase: phase, token: token) }
}
