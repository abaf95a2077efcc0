import BellhopKit
import Synchronization

/// Airplane mode: no network, until it is switched off again.
final class AirplaneSwitch: ReachabilityPort {
    private struct State {
        var isOn: Bool
        /// Those who stopped listening are found out at the next change. A termination handler would take this lock,
        /// and deadlock with whoever cancels a listener that is just being told.
        var listeners: [AsyncStream<Bool>.Continuation] = []
    }

    private let state: Mutex<State>

    init(isOn: Bool) { state = Mutex(State(isOn: isOn)) }

    var isOn: Bool { state.withLock { $0.isOn } }

    func set(_ isOn: Bool) {
        state.withLock { state in
            guard state.isOn != isOn else { return }
            state.isOn = isOn
            state.listeners.removeAll { if case .terminated = $0.yield(!isOn) { true } else { false } }
        }
    }

    /// Whether there is a network: now, and after every change.
    func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        state.withLock { state in
            continuation.yield(!state.isOn)
            state.listeners.append(continuation)
        }
        return stream
    }

    /// Returns when there is a network, or there is none; also when the task is cancelled.
    func waits(until isOnline: Bool) async {
        for await now in changes() where now == isOnline { return }
    }
}
