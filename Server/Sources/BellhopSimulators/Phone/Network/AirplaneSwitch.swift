import BellhopKit
import Synchronization

/// Airplane mode: no network, until it is switched off again.
final class AirplaneSwitch: ReachabilityPort {
    private struct State {
        var isOn: Bool
        var listeners: [UInt64: AsyncStream<Bool>.Continuation] = [:]
        var next: UInt64 = 0
    }

    private let state: Mutex<State>

    init(isOn: Bool) { state = Mutex(State(isOn: isOn)) }

    var isOn: Bool { state.withLock { $0.isOn } }

    func set(_ isOn: Bool) {
        state.withLock { state in
            guard state.isOn != isOn else { return }
            state.isOn = isOn
            for listener in state.listeners.values { listener.yield(!isOn) }
        }
    }

    /// Whether there is a network: now, and after every change.
    func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        let id = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            continuation.yield(!state.isOn)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Returns when there is a network, or there is none; also when the task is cancelled.
    func waits(until isOnline: Bool) async {
        for await now in changes() where now == isOnline { return }
    }
}
