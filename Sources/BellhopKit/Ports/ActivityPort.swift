public import BellhopModel

/// The system's Live Activities (ActivityKit) about sessions, as values. `Activity` itself is neither sendable nor
/// isolated, so an implementation looks it up by its id for each call.
public protocol ActivityPort: Sendable {
    /// Returns `true` when the person allows Live Activities (`areActivitiesEnabled`).
    func isEnabled() async -> Bool

    /// Every change of it, until the reader stops (`activityEnablementUpdates`).
    func enablement() -> AsyncStream<Bool>

    /// Every activity that the system still has, ended ones included (`Activity.activities`), each with the token it
    /// has now: the streams of tokens do not always begin with it.
    func all() async -> [ActivitySnapshot]

    /// Activities that appear, those that a push started included (`activityUpdates`).
    func arrivals() -> AsyncStream<ActivitySnapshot>

    /// The phases of one activity, until it is removed (`activityStateUpdates`).
    func phases(of id: ActivityID) -> AsyncStream<ActivityPhase>

    /// The tokens by which one activity is updated from afar, until it is gone (`pushTokenUpdates`).
    func tokens(of id: ActivityID) -> AsyncStream<[UInt8]>

    /// The token by which activities are started from afar (`pushToStartToken`, iOS 17.2); `nil` when there is none.
    func startToken() async -> [UInt8]?

    /// Every new one (`pushToStartTokenUpdates`).
    func startTokens() -> AsyncStream<[UInt8]>

    /// Shows a new activity, with a token for updates. Only an app in the foreground may.
    ///
    /// - Throws: ``ActivityRefusal``, or another error of the system.
    func start(_ attributes: SessionAttributes, _ content: ActivityContentValue) async throws -> ActivityID

    func update(_ id: ActivityID, _ content: ActivityContentValue) async

    /// - Parameter content: the last that is shown; `nil` leaves what is.
    func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async
}

/// `Activity.id`.
public struct ActivityID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }
}

/// One activity, at one moment.
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

/// `ActivityState`, by the same names.
public enum ActivityPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Asked for, and not yet on the screen (iOS 26).
    case pending
    case active
    /// Its stale date has passed without news.
    case stale
    /// Updated no more, but still on the lock screen.
    case ended
    /// Taken away, by the person or the system.
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
    /// After four hours at the latest, as the system likes.
    case byDefault
    case immediate
    /// At this moment, within four hours.
    case at(Timestamp)
}

/// Why the system shows no activity (`ActivityAuthorizationError`).
public enum ActivityRefusal: Error, Hashable, Sendable {
    /// The person does not allow them.
    case denied
    /// The app is not in the foreground.
    case notVisible
    /// There are too many, of this app or of all.
    case tooMany
    case unsupported
}

/// Reports tokens of Live Activities to the server (`POST /v1/sessions/{id}/live-activity`).
public protocol ActivityTokenPort: Sendable {
    /// Reports the token that updates the activity of `session`.
    func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt

    /// Revokes the reported token of `session`.
    ///
    /// - Parameter token: the reported token, so that a late request does not revoke a newer one; `nil` when it is no longer
    ///   known.
    func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt

    /// Reports the token by which activities are started on this device; `nil` revokes it.
    func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt
}

/// The result of a report.
public enum ActivityTokenReceipt: Hashable, Sendable {
    /// The server has it.
    case taken
    /// The server refuses it permanently: the session is unknown, or the route is not served.
    case refused
    /// The server could not be reached; the report is repeated.
    case unavailable
}

/// For a server without Live Activities: no report succeeds, so that nothing counts as reported.
public struct NoActivityTokens: ActivityTokenPort {
    public init() {}

    public func report(_ token: [UInt8], of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func revoke(_ token: [UInt8]?, of session: SessionID) async -> ActivityTokenReceipt { .unavailable }
    public func reportStart(_ token: [UInt8]?) async -> ActivityTokenReceipt { .unavailable }
}
