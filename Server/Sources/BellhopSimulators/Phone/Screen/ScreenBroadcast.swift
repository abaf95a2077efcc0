import Synchronization

/// Gives a phone's screens to any number of listeners. One that lags misses the oldest.
final class ScreenBroadcast: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<PhoneScreen>.Continuation] = [:]
        var next: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    func subscribe(beginningWith screen: PhoneScreen) -> AsyncStream<PhoneScreen> {
        let (stream, listener) = AsyncStream<PhoneScreen>.makeStream(bufferingPolicy: .bufferingNewest(64))
        listener.yield(screen)
        let id: UInt64? = state.withLock { state in
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
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ screen: PhoneScreen) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(screen) }
    }

    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
