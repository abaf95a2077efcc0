public import BellhopKit
public import BellhopModel

/// What a phone shows at one moment.
public struct PhoneScreen: Sendable, Hashable {
    public enum AppState: String, Sendable, Hashable, CaseIterable { case foreground, background, killed }

    /// To the push service.
    public enum Connection: String, Sendable, Hashable, CaseIterable {
        case connecting, connected
        /// There was none to be had, or it has ended; it is tried again every second.
        case lost
    }

    public var name: String
    public var isLocked: Bool
    public var isInAirplaneMode: Bool
    /// Where it stands while airplane mode is off.
    public var connection: Connection
    public var app: AppState
    /// What the owner allows the app. A simulated owner has said yes before the first push can come.
    public var authorization: AuthorizationState
    /// Newest first.
    public var notifications: [DeliveredNotification]
    /// What the phone is to show later by itself, soonest first.
    public var scheduled: [PendingNotification]
    /// Live Activities in the order in which they began, those that are over included.
    public var activities: [ShownActivity]
    /// Why pushes about Live Activities were ignored, oldest first.
    public var ignoredActivityPushes: [String]
    public var badge: Int
    public var registration: RegistrationState
    /// The phone asks for its owner's face or code before it does this.
    public var asksToUnlockFor: CategoryAction?
    /// The asks that the app, when it is open, shows as waiting; newest first.
    public var pending: [Ask]
    /// What the app shows instead of banners while it is open, oldest first.
    public var cards: [InAppCard]
    /// What came of answers, oldest first.
    public var results: [AnswerReport]
    /// Where taps led the app.
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
    /// The buttons under it.
    public var actions: [CategoryAction] {
        payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
    }

    /// How long an answer can still be given; `nil` when none is asked for.
    public func timeLeft(at now: Timestamp) -> Duration? { payload.deadline.map { max(.zero, $0 - now) } }
}
