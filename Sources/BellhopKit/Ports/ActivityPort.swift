public import BellhopModel

/// The system's Live Activities (ActivityKit) of sessions, as values. `Activity` itself is neither sendable nor
/// isolated, so an implementation looks it up by its id for each call.
public protocol ActivityPort: Sendable {
    /// Returns `true` when the user allows Live Activities (`areActivitiesEnabled`).
    func isEnabled() async -> Bool

    /// Every change of the permission, until the reader stops (`activityEnablementUpdates`).
    func enablement() -> AsyncStream<Bool>

    /// Every activity of the system, including ended ones (`Activity.activities`), with its current token, because the
    /// streams of tokens do not always begin with it.
    func all() async -> [ActivitySnapshot]

    /// New activities, including those started by a push (`activityUpdates`).
    func arrivals() -> AsyncStream<ActivitySnapshot>

    /// The phases of one activity, until it is removed (`activityStateUpdates`).
    func phases(of id: ActivityID) -> AsyncStream<ActivityPhase>

    /// The push tokens for updating one activity, until it is removed (`pushTokenUpdates`).
    func tokens(of id: ActivityID) -> AsyncStream<[UInt8]>

    /// The push-to-start token (`pushToStartToken`, iOS 17.2); `nil` when there is none.
    func startToken() async -> [UInt8]?

    /// Every new push-to-start token (`pushToStartTokenUpdates`).
    func startTokens() -> AsyncStream<[UInt8]>

    /// Starts an activity, with a token for updates. Requires an app in the foreground.
    ///
    /// - Throws: ``ActivityRefusal``, or another error of the system.
    func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws -> ActivityID

    func update(_ id: ActivityID, _ content: ActivityContentValue) async

    /// - Parameter content: the final content; `nil` keeps the current one.
    func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async
}

/// `Activity.id`.
public struct ActivityID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// The state of one activity at a moment.
public struct ActivitySnapshot: Hashable, Sendable, Identifiable {
    public let id: ActivityID
    public let attributes: SessionAttributes
    public var phase: ActivityPhase
    public var token: [UInt8]?

    public init(id: ActivityID, attributes: SessionAttributes, phase: ActivityPhase = .active, token: [UInt8]? = nil) {
        self.id = id
        self.attributes = attributes
        self.phase = phase
        self.token = token
    }
}

/// `ActivityState`, with the same names.
public enum ActivityPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Requested, and not yet on the screen (iOS 26).
    case pending
    case active
    /// Its stale date has passed without an update.
    case stale
    /// No longer updated, but still on the lock screen.
    case ended
    /// Removed by the user or the system.
    case dismissed

    /// The activity can still be updated.
    public var isLive: Bool { self != .ended && self != .dismissed }
}

/// `ActivityContent`.
public struct ActivityContentValue: Hashable, Sendable {
    public var state: LiveActivityState
    public var staleAt: Timestamp?
    public var relevance: Double

    public init(_ state: LiveActivityState, staleAt: Timestamp? = nil, relevance: Double = 0) {
        self.state = state
        self.staleAt = staleAt
        self.relevance = relevance
    }
}

/// `ActivityUIDismissalPolicy`.
public enum ActivityDismissal: Hashable, Sendable {
    /// After at most four hours, at the system's choice.
    case byDefault
    case immediate
    /// At this moment, at most four hours from now.
    case at(Timestamp)
}

/// The reason why the system starts no activity (`ActivityAuthorizationError`).
public enum ActivityRefusal: Error, Hashable, Sendable {
    /// The user does not allow Live Activities.
    case denied
    /// The app is not in the foreground.
    case notVisible
    /// There are too many activities of this app or of all apps.
    case tooMany
    case unsupported
}

/// Reports tokens of Live Activities to the server (`POST /v1/sessions/{id}/live-activity`).
public protocol ActivityTokenPort: Sendable {
    /// Reports the token that updates the activity of `session`.
    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt

    /// Revokes the reported token of `session`.
    ///
    /// - Parameter token: the reported token, so that a late request does not revoke a newer one; `nil` when it is no
    ///   longer known.
    func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt

    /// Reports the push-to-start token of this device; `nil` revokes it.
    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt
}

/// The result of a report.
public enum ActivityTokenReceipt: Hashable, Sendable {
    /// The server accepted the report.
    case taken
    /// The server refuses the report permanently: the session is unknown, or the route does not exist.
    case refused
    /// The server is unreachable; the report is repeated.
    case unavailable
}

/// The port for a server without Live Activities: every report fails, so that none counts as reported.
public struct NoActivityTokens: ActivityTokenPort {
    public init() {}

    public func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt { .unavailable }
}
