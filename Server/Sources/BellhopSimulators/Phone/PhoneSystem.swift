import NIOConcurrencyHelpers

/// Holds a phone's state, and publishes its changes.
final class PhoneSystem: Sendable {
    private let state: NIOLockedValueBox<PhoneState>
    private let screens = ScreenPublisher()

    init(_ state: PhoneState) { self.state = NIOLockedValueBox(state) }

    var screen: PhoneScreen { state.withLockedValue { $0.screen } }

    /// Applies a transition. Screens are published in the order of transitions.
    @discardableResult
    func change<Value: Sendable>(_ step: (inout PhoneState) -> Value) -> Value {
        state.withLockedValue { state in
            let before = state.screen
            let value = step(&state)
            if state.screen != before { screens.send(state.screen) }
            return value
        }
    }

    /// A stream of the current screen and every later one.
    func watch() -> AsyncStream<PhoneScreen> { state.withLockedValue { screens.subscribe(beginningWith: $0.screen) } }

    /// Ends all streams when the phone is switched off.
    func finish() { screens.finish() }
}

/// Publishes a phone's screens to any number of listeners. A slow listener misses the oldest ones.
final class ScreenPublisher: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<PhoneScreen>.Continuation] = [:]
        var next: UInt64 = 0
        var isFinished = false
    }

    private let state = NIOLockedValueBox(State())

    func subscribe(beginningWith screen: PhoneScreen) -> AsyncStream<PhoneScreen> {
        let (stream, listener) = AsyncStream<PhoneScreen>.makeStream(bufferingPolicy: .bufferingNewest(64))
        listener.yield(screen)
        let id: UInt64? = state.withLockedValue { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.listeners[state.next] = listener
            return state.next
        }
        guard let id else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLockedValue { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ screen: PhoneScreen) {
        let listeners = state.withLockedValue { Array($0.listeners.values) }
        for listener in listeners { listener.yield(screen) }
    }

    func finish() {
        let listeners = state.withLockedValue { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
