// Not part of Apple's API: the state behind `Activity`.

import Foundation

struct UncheckedBox<Value>: @unchecked Sendable { let value: Value }

/// A value and its listeners, guarded by a lock.
final class Channel<Element>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Element?
    private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    private var count = 0
    private var isFinished = false

    init(_ first: Element? = nil) { current = first }

    var value: Element? { lock.withLock { current } }

    func send(_ element: Element) {
        let everyone = lock.withLock {
            current = element
            return Array(listeners.values)
        }
        for listener in everyone { listener.yield(UncheckedBox(value: element).value) }
    }

    func finish() {
        let everyone = lock.withLock {
            isFinished = true
            defer { listeners = [:] }
            return Array(listeners.values)
        }
        for listener in everyone { listener.finish() }
    }

    /// A stream of later values; with `fromCurrent` the current value first.
    func stream(fromCurrent: Bool = false) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        lock.lock()
        defer { lock.unlock() }
        if fromCurrent, let current { continuation.yield(UncheckedBox(value: current).value) }
        if isFinished {
            continuation.finish()
        } else {
            count += 1
            let number = count
            listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.forget(number) }
        }
        return stream
    }

    private func forget(_ number: Int) { _ = lock.withLock { listeners.removeValue(forKey: number) } }
}

/// The state of one activity, and its listeners.
final class ActivityRecord<State: Codable & Hashable>: @unchecked Sendable {
    let first: ActivityContent<State>
    let state = Channel<ActivityState>(.active)
    let content: Channel<ActivityContent<State>>
    let token = Channel<Data>()
    let hasToken: Bool
    // Guarded by the lock.
    private let lock = NSLock()
    private var latest = Date.distantPast
    private var alerted: [AlertConfiguration] = []

    init(_ first: ActivityContent<State>, hasToken: Bool) {
        self.first = first
        self.hasToken = hasToken
        content = Channel(first)
    }

    var alerts: [AlertConfiguration] { lock.withLock { alerted } }

    var isOver: Bool { state.value == .ended || state.value == .dismissed }

    /// An update with a time older than one that was applied is ignored, as the system does.
    private func isNews(_ timestamp: Date?) -> Bool {
        guard let timestamp else { return true }
        return lock.withLock {
            guard timestamp >= latest else { return false }
            latest = timestamp
            return true
        }
    }

    func update(_ new: ActivityContent<State>, alert: AlertConfiguration?, timestamp: Date?) {
        guard !isOver, isNews(timestamp) else { return }
        if let alert { lock.withLock { alerted.append(alert) } }
        content.send(new)
        if state.value != .active { state.send(.active) }
    }

    func end(_ last: ActivityContent<State>?, _ policy: ActivityUIDismissalPolicy, timestamp: Date?) {
        guard !isOver, isNews(timestamp) else { return }
        if let last { content.send(last) }
        state.send(.ended)
        if policy == .immediate { dismiss() }
    }

    func dismiss() {
        state.send(.dismissed)
        state.finish()
        content.finish()
        token.finish()
    }
}

/// All activities of this process, guarded by a lock.
final class ActivityCenter: @unchecked Sendable {
    static let shared = ActivityCenter()
    /// The maximum size of attributes and content together, in bytes.
    static let sizeLimit = 4096

    let enabled = Channel<Bool>(true)
    let frequentPushes = Channel<Bool>(true)
    private let lock = NSLock()
    private var activities: [ObjectIdentifier: [AnyObject]] = [:]
    private var starts: [ObjectIdentifier: AnyObject] = [:]
    private var startTokens: [ObjectIdentifier: Channel<Data>] = [:]
    private var count = 0
    private var refused: (any Error)?

    var refusal: (any Error)? {
        get { lock.withLock { refused } }
        set { lock.withLock { refused = newValue } }
    }

    func nextID() -> String {
        lock.withLock {
            count += 1
            return "activity-\(count)"
        }
    }

    func all<A: AnyObject>(_ type: A.Type) -> [A] {
        lock.withLock { (activities[ObjectIdentifier(type)] ?? []).compactMap { $0 as? A } }
    }

    func add<A: AnyObject>(_ activity: A) {
        lock.withLock { activities[ObjectIdentifier(A.self), default: []].append(activity) }
        startChannel(A.self).send(UncheckedBox(value: activity))
    }

    func started<A: AnyObject>(_ type: A.Type) -> AsyncStream<UncheckedBox<A>> { startChannel(type).stream() }

    private func startChannel<A: AnyObject>(_ type: A.Type) -> Channel<UncheckedBox<A>> {
        lock.withLock {
            if let channel = starts[ObjectIdentifier(type)] as? Channel<UncheckedBox<A>> { return channel }
            let channel = Channel<UncheckedBox<A>>()
            starts[ObjectIdentifier(type)] = channel
            return channel
        }
    }

    func startToken(_ attributes: Any.Type) -> Channel<Data> {
        lock.withLock {
            if let channel = startTokens[ObjectIdentifier(attributes)] { return channel }
            let channel = Channel<Data>()
            startTokens[ObjectIdentifier(attributes)] = channel
            return channel
        }
    }

    func reset() {
        lock.withLock {
            activities = [:]
            starts = [:]
            startTokens = [:]
            refused = nil
        }
        enabled.send(true)
        frequentPushes.send(true)
    }
}
