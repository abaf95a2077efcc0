public import BellhopModel
import Synchronization

/// Tells connected clients of this process what happens to their user.
///
/// Events are hints: a subscriber that lags is not waited for. When its buffer of 256 is full its stream ends; it
/// subscribes again and reads the lists again, and has lost nothing.
public final class EventHub: Sendable {
    private typealias Subscriber = AsyncStream<Event>.Continuation

    private struct State {
        var subscribers: [UserID: [UInt64: Subscriber]] = [:]
        var nextSubscriber: UInt64 = 0
        var isFinished = false

        mutating func remove(_ id: UInt64, of user: UserID) {
            subscribers[user]?[id] = nil
            if subscribers[user]?.isEmpty == true { subscribers[user] = nil }
        }
    }

    static let buffer = 256

    private let state = Mutex(State())
    /// Held while an event is handed out, so that all subscribers get all events in one order.
    ///
    /// It is not the lock of `state`, which a termination handler takes: to yield is to wait for whoever cancels the
    /// reading task, and who cancels it runs that handler.
    private let order = Mutex(())

    public init() {}

    /// Tells every subscriber of `user`, without waiting for any.
    public func publish(_ event: Event, to user: UserID) {
        let lagging = order.withLock { _ in
            let subscribers = state.withLock { $0.subscribers[user] ?? [:] }
            let lagging = subscribers.filter { if case .dropped = $0.value.yield(event) { true } else { false } }
            state.withLock { state in for id in lagging.keys { state.remove(id, of: user) } }
            return lagging.values
        }
        for subscriber in lagging { subscriber.finish() }
    }

    /// The events of `user` from now on.
    ///
    /// Subscribe before reading what the events are about, and nothing falls in between. The stream ends with
    /// ``finish()``, or when the subscriber lags; letting go of it unsubscribes.
    public func subscribe(_ user: UserID) -> AsyncStream<Event> {
        let (stream, subscriber) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingOldest(Self.buffer))
        let id: UInt64? = state.withLock { state in
            guard !state.isFinished else { return nil }
            defer { state.nextSubscriber += 1 }
            state.subscribers[user, default: [:]][state.nextSubscriber] = subscriber
            return state.nextSubscriber
        }
        guard let id else {
            subscriber.finish()
            return stream
        }
        subscriber.onTermination = { [weak self] _ in self?.state.withLock { $0.remove(id, of: user) } }
        return stream
    }

    /// Ends all streams, and those of later subscribers at once.
    public func finish() {
        let all = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return state.subscribers.values.flatMap(\.values)
        }
        for subscriber in all { subscriber.finish() }
    }

    public var subscriberCount: Int { state.withLock { $0.subscribers.values.reduce(0) { $0 + $1.count } } }

    var isFinished: Bool { state.withLock { $0.isFinished } }

    func hasSubscribers(_ user: UserID) -> Bool { state.withLock { $0.subscribers[user] != nil } }
}
