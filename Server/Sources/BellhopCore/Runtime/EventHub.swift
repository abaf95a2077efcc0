public import BellhopModel
import BellhopStore
import Synchronization

/// Publishes events to the connected clients of their user, of this and of other nodes.
///
/// Events are hints, and a slow subscriber is not waited for. When its buffer of 256 events is full its subscription
/// ends; it must subscribe again and reload its lists.
public final class EventHub: Sendable {
    /// Receives a subscriber's events, and `nil` when the subscription ends. Must neither wait nor call the hub.
    ///
    /// - Returns: `false` when the subscriber's buffer is full.
    public typealias Receiver = @Sendable (ServerEvent?) -> Bool

    private struct Subscriber {
        let receive: Receiver
        let wantsBadges: Bool
    }

    private struct State {
        var subscribers: [UserID: [UInt64: Subscriber]] = [:]
        var nextSubscriber: UInt64 = 0
        var isFinished = false
        var relay: (@Sendable (ServerEvent, UserID) -> Void)?

        mutating func remove(_ id: UInt64, of user: UserID) {
            subscribers[user]?[id] = nil
            if subscribers[user]?.isEmpty == true { subscribers[user] = nil }
        }
    }

    /// The number of events that a subscriber may have in its buffer.
    public static let buffer = 256

    private let state = Mutex(State())
    /// Held while an event is distributed, so that all subscribers get all events in one order.
    ///
    /// A lock of its own, because a termination handler takes that of `state`: yielding waits for a task that is being
    /// cancelled, and cancellation runs that handler.
    private let order = Mutex(())

    public init() {}

    /// Publishes to every subscriber of `user`, of all nodes, without waiting.
    public func publish(_ event: ServerEvent, to user: UserID) {
        state.withLock(\.relay)?(event, user)
        deliver(event, to: user)
    }

    /// Calls `relay` with each published event, to publish it on the other nodes.
    func setRelay(_ relay: @escaping @Sendable (ServerEvent, UserID) -> Void) { state.withLock { $0.relay = relay } }

    /// Publishes to the subscribers on this node.
    func deliver(_ event: ServerEvent, to user: UserID) {
        let lagging = order.withLock { _ in
            let subscribers = state.withLock { $0.subscribers[user] ?? [:] }
            let lagging = subscribers.filter { !$0.value.receive(event) }
            state.withLock { state in for id in lagging.keys { state.remove(id, of: user) } }
            return lagging.values
        }
        for subscriber in lagging { _ = subscriber.receive(nil) }
    }

    /// Calls `receive` with the user's events from now on.
    ///
    /// Subscribe before reading the state that the events change, so that no change is missed. The subscription ends
    /// with ``finish()``, or when the subscriber is too slow.
    ///
    /// - Parameter wantsBadges: `false` for a subscriber that ignores badges, which need not be read for it.
    /// - Returns: a function that unsubscribes, without a last call of `receive`.
    public func subscribe(
        _ user: UserID, wantsBadges: Bool = true, _ receive: @escaping Receiver
    ) -> @Sendable () -> Void {
        let id: UInt64? = state.withLock { state in
            guard !state.isFinished else { return nil }
            defer { state.nextSubscriber += 1 }
            state.subscribers[user, default: [:]][state.nextSubscriber] = Subscriber(
                receive: receive, wantsBadges: wantsBadges)
            return state.nextSubscriber
        }
        guard let id else {
            _ = receive(nil)
            return {}
        }
        return { [weak self] in self?.state.withLock { $0.remove(id, of: user) } }
    }

    /// A stream of the user's events from now on; releasing it unsubscribes.
    func subscribe(_ user: UserID, wantsBadges: Bool = true) -> AsyncStream<ServerEvent> {
        let (stream, subscriber) = AsyncStream.makeStream(
            of: ServerEvent.self, bufferingPolicy: .bufferingOldest(Self.buffer))
        let unsubscribe = subscribe(user, wantsBadges: wantsBadges) { event in
            guard let event else {
                subscriber.finish()
                return true
            }
            if case .dropped = subscriber.yield(event) { return false }
            return true
        }
        subscriber.onTermination = { _ in unsubscribe() }
        return stream
    }

    /// Ends all subscriptions, and later ones at once.
    public func finish() {
        state.withLock { $0.isFinished = true }
        endStreams()
    }

    /// Ends all subscriptions, because events may be missing from them.
    func endStreams() {
        let all = state.withLock { state in
            defer { state.subscribers = [:] }
            return state.subscribers.values.flatMap(\.values)
        }
        for subscriber in all { _ = subscriber.receive(nil) }
    }

    public var subscriberCount: Int { state.withLock { $0.subscribers.values.reduce(0) { $0 + $1.count } } }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func hasSubscribers(_ user: UserID) -> Bool { state.withLock { $0.subscribers[user] != nil } }

    /// Returns whether a subscriber of `user` wants badges.
    func wantsBadges(_ user: UserID) -> Bool {
        state.withLock { $0.subscribers[user]?.values.contains(where: \.wantsBadges) ?? false }
    }
}

/// Publishes an event about stored changes, and the resulting badge.
struct EventPublisher: Sendable {
    let store: Store
    let hub: EventHub
    let time: any TimeSource

    /// Never fails: the change is stored, and clients that miss an event reload their lists.
    func publish(_ event: ServerEvent, to user: UserID) async {
        hub.publish(event, to: user)
        await deliverBadge(to: user)
    }

    /// Delivers an event that another node has published.
    func deliver(_ event: ServerEvent, to user: UserID) async {
        hub.deliver(event, to: user)
        if case .sessionUpdated = event { return }
        await deliverBadge(to: user)
    }

    private func deliverBadge(to user: UserID) async {
        // A later subscriber misses nothing: it loads the lists after it has subscribed.
        guard hub.wantsBadges(user), let badge = try? await store.badge(of: user, at: time.now) else { return }
        hub.deliver(.badge(badge), to: user)
    }
}
