import Synchronization

/// Holds a phone's state, and shows every change of it.
final class PhoneSystem: Sendable {
    private let state: Mutex<PhoneState>
    private let screens = ScreenBroadcast()

    init(_ state: PhoneState) { self.state = Mutex(state) }

    var screen: PhoneScreen { state.withLock { $0.screen } }

    /// Makes one step of the machine. Screens go out in the order of the steps.
    @discardableResult
    func change<Value: Sendable>(_ step: (inout sending PhoneState) -> Value) -> Value {
        state.withLock { state in
            let before = state.screen
            let value = step(&state)
            if state.screen != before { screens.send(state.screen) }
            return value
        }
    }

    /// The screen as it is, then after every change.
    func watch() -> AsyncStream<PhoneScreen> { state.withLock { screens.subscribe(beginningWith: $0.screen) } }

    /// The phone is switched off: nobody watches any more.
    func finish() { screens.finish() }
}
