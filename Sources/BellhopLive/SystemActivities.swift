#if canImport(ActivityKit) && canImport(UIKit)
public import ActivityKit
public import BellhopKit
public import BellhopModel
import Foundation

/// The `ActivityAttributes` of an app's own Live Activity about an agent's session.
///
/// Bellhop's server starts and updates the activity with the JSON of ``SessionAttributes`` and `LiveActivityState`, so
/// `Self` and its `ContentState` must decode it. When a push starts an activity, the system selects its type by the
/// unqualified name: the server starts only activities of a type named `SessionAttributes`; the app itself starts
/// activities of any other type.
public protocol SessionActivityAttributes: ActivityAttributes, Sendable where ContentState: Sendable {
    init(_ session: SessionAttributes)
    /// The session that the activity shows.
    var session: SessionAttributes { get }
    static func contentState(_ state: LiveActivityState) -> ContentState
}

extension SessionActivityAttributes where ContentState == LiveActivityState {
    public static func contentState(_ state: LiveActivityState) -> ContentState { state }
}

extension SessionAttributes: SessionActivityAttributes {
    public typealias ContentState = LiveActivityState
    public init(_ session: SessionAttributes) { self = session }
    public var session: SessionAttributes { self }
}

/// ActivityKit, for the app, with the app's own attributes or Bellhop's. An `Activity` is not sendable, so each call
/// looks it up by its id.
public struct SystemActivities<Attributes: SessionActivityAttributes>: AnsweringActivityPort {
    /// Activities with the app's own attributes.
    public init(_ attributes: Attributes.Type) {}

    /// Activities with Bellhop's attributes, shown by ``AgentActivityWidget``.
    public init() where Attributes == SessionAttributes {}

    public func connect(to bellhop: Bellhop) async { await ActivityAnswers.shared.register(bellhop) }

    public func isEnabled() async -> Bool { ActivityAuthorizationInfo().areActivitiesEnabled }

    public func all() async -> [ActivitySnapshot] { Activity<Attributes>.activities.map { ActivitySnapshot($0) } }

    public func startToken() async -> [UInt8]? {
        guard #available(iOS 17.2, *) else { return nil }
        return Activity<Attributes>.pushToStartToken.map { Array($0) }
    }

    public func start(_ session: SessionAttributes, _ content: ActivityContentValue) async throws -> ActivityID {
        do {
            let activity = try Activity.request(
                attributes: Attributes(session), content: Self.content(content), pushType: .token)
            return ActivityID(rawValue: activity.id)
        } catch let error as ActivityAuthorizationError {
            throw ActivityRefusal(error)
        }
    }

    public func update(_ id: ActivityID, _ content: ActivityContentValue) async {
        await Self.find(id)?.update(Self.content(content))
    }

    public func end(_ id: ActivityID, _ content: ActivityContentValue?, _ dismissal: ActivityDismissal) async {
        await Self.find(id)?.end(
            content.map { Self.content($0) }, dismissalPolicy: ActivityUIDismissalPolicy(dismissal))
    }

    static func find(_ id: ActivityID) -> Activity<Attributes>? {
        Activity<Attributes>.activities.first { $0.id == id.rawValue }
    }

    private static func content(_ value: ActivityContentValue) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(
            state: Attributes.contentState(value.state), staleDate: value.staleAt.map { Date($0) },
            relevanceScore: value.relevance)
    }

    // MARK: Streams

    public func enablement() -> AsyncStream<Bool> {
        Self.stream { yield in
            for await isEnabled in ActivityAuthorizationInfo().activityEnablementUpdates { yield(isEnabled) }
        }
    }

    public func arrivals() -> AsyncStream<ActivitySnapshot> {
        Self.stream { yield in
            for await activity in Activity<Attributes>.activityUpdates { yield(ActivitySnapshot(activity)) }
        }
    }

    public func phases(of id: ActivityID) -> AsyncStream<ActivityPhase> {
        Self.stream { yield in
            guard let activity = Self.find(id) else { return }
            for await state in activity.activityStateUpdates { yield(ActivityPhase(state)) }
        }
    }

    public func tokens(of id: ActivityID) -> AsyncStream<[UInt8]> {
        Self.stream { yield in
            guard let activity = Self.find(id) else { return }
            for await token in activity.pushTokenUpdates { yield(Array(token)) }
        }
    }

    public func startTokens() -> AsyncStream<[UInt8]> {
        guard #available(iOS 17.2, *) else { return AsyncStream { $0.finish() } }
        return Self.stream { yield in
            for await token in Activity<Attributes>.pushToStartTokenUpdates { yield(Array(token)) }
        }
    }

    /// The values of `read`, until it ends or the reader stops.
    private static func stream<Value: Sendable>(
        _ read: @escaping @Sendable (_ yield: (Value) -> Void) async -> Void
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        // Unstructured: cancelled when the reader stops.
        let reading = Task {
            await read { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return stream
    }
}

extension ActivitySnapshot {
    init<Attributes: SessionActivityAttributes>(_ activity: Activity<Attributes>) {
        self.init(
            id: ActivityID(rawValue: activity.id), attributes: activity.attributes.session,
            phase: ActivityPhase(activity.activityState), token: activity.pushToken.map { Array($0) })
    }
}

extension ActivityPhase {
    init(_ state: ActivityState) {
        if #available(iOS 26.0, *), state == .pending {
            self = .pending
            return
        }
        switch state {
        case .active: self = .active
        case .stale: self = .stale
        case .ended: self = .ended
        case .dismissed: self = .dismissed
        // A state that a later system version adds: the activity exists, and its next state follows.
        default: self = .active
        }
    }
}

extension ActivityUIDismissalPolicy {
    init(_ dismissal: ActivityDismissal) {
        switch dismissal {
        case .byDefault: self = .default
        case .immediate: self = .immediate
        case .at(let moment): self = .after(Date(moment))
        }
    }
}

extension ActivityRefusal {
    init(_ error: ActivityAuthorizationError) {
        switch error {
        case .denied: self = .denied
        case .visibility: self = .notVisible
        case .globalMaximumExceeded, .targetMaximumExceeded: self = .tooMany
        default: self = .unsupported
        }
    }
}
#endif
