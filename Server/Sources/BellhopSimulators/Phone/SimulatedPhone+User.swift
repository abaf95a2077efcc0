public import BellhopKit
public import BellhopModel

/// The actions of a phone's user. Each call returns when the app has handled it, as far as the network permits.
extension SimulatedPhone {
    /// Pairs the phone with its server.
    @discardableResult
    public func pair(code: String) async -> RegistrationState {
        await carryOut(system.change { $0.startApp() })
        // The system delivers the device token at every launch, but not immediately.
        await app?.tokenArrived(token)
        guard let state = await app?.pair(code: code) else { return screen.registration }
        system.change { $0.screen.registration = state }
        return state
    }

    /// Locks the phone, and leaves an open app.
    public func lock() async { await carryOut(system.change { $0.lock() }) }

    /// Unlocks the phone, and performs the waiting action.
    public func unlock() async { await carryOut(system.change { $0.unlock() }) }

    /// Presses a button of a notification. Does nothing when the notification is gone.
    ///
    /// - Returns: `false` when the phone must be unlocked first.
    @discardableResult
    public func perform(
        _ action: CategoryAction, on notification: DeliveredNotification, text: String? = nil
    ) async -> Bool {
        guard let effects = system.change({ $0.press(action, on: notification, text: text) }) else { return false }
        await carryOut(effects)
        return true
    }

    /// Taps the notification, unlocking the phone if needed.
    public func tap(_ notification: DeliveredNotification) async {
        await carryOut(system.change { $0.tap(notification) })
    }

    /// Dismisses the notification.
    public func dismiss(_ notification: DeliveredNotification) async {
        await carryOut(system.change { $0.dismiss(notification) })
    }

    public func setAirplaneMode(_ isOn: Bool) {
        airplane.set(isOn)
        system.change { $0.screen.isInAirplaneMode = isOn }
    }

    /// Kills the app, as a swipe in the app switcher does. It does not run until it is opened or tapped, and its
    /// unfinished work is lost.
    public func kill() async { await carryOut(system.change { $0.kill() }) }

    /// Opens the app, starting it and unlocking the phone if needed.
    public func restart() async { await carryOut(system.change { $0.openApp() }) }

    /// Returns to the home screen.
    public func leaveApp() async { await carryOut(system.change { $0.leaveApp() }) }

    /// Sets the notification permission in the system settings.
    public func allowNotifications(_ isAllowed: Bool) {
        system.change { $0.screen.authorization = isAllowed ? .authorized : .denied }
    }

    /// Approves a new device of the same user, and waits until that device is registered.
    ///
    /// - Parameters:
    ///   - ask: The ask about that device.
    ///   - isPushed: `true` if the server sends pushes. The ask is then answered after it is displayed, because a later
    ///     push would remain on the screen.
    public func confirm(_ newcomer: SimulatedPhone, by ask: AskID, isPushed: Bool = true) async {
        if isPushed { _ = await screen { $0.notifications.contains { $0.payload.askID == ask } } }
        _ = await answer(ask, .approve)
        await newcomer.refresh(within: .seconds(5))
        // Earlier updates of the app may still be in flight.
        _ = await newcomer.screen { if case .registered = $0.registration { true } else { false } }
    }

    /// Answers in the app.
    @discardableResult
    public func answer(_ id: AskID, _ answer: Answer) async -> AnswerResult? { await app?.answer(id, answer) }
}
