public import BellhopKit
public import BellhopModel

/// What a phone's owner does. Each call returns when the app is done with it, as far as the network lets it be.
extension SimulatedPhone {
    /// Pairs the phone with its server.
    @discardableResult
    public func pair(code: String) async -> RegistrationState {
        await carryOut(system.change { $0.startApp() })
        // The system gives the token at every launch, but not at once.
        await app?.tokenArrived(token)
        guard let state = await app?.pair(code: code) else { return screen.registration }
        system.change { $0.screen.registration = state }
        return state
    }

    /// Locks it. An app that is open is left.
    public func lock() async { await carryOut(system.change { $0.lock() }) }

    /// Unlocks it, and does what waited for that.
    public func unlock() async { await carryOut(system.change { $0.unlock() }) }

    /// Presses a button of a notification. Nothing happens when the notification is gone.
    ///
    /// - Returns: `false` when the phone asks to be unlocked first.
    @discardableResult
    public func perform(
        _ action: CategoryAction, on notification: DeliveredNotification, text: String? = nil
    ) async -> Bool {
        guard let effects = system.change({ $0.press(action, on: notification, text: text) }) else { return false }
        await carryOut(effects)
        return true
    }

    /// Taps the notification itself, unlocking the phone if need be.
    public func tap(_ notification: DeliveredNotification) async {
        await carryOut(system.change { $0.tap(notification) })
    }

    /// Swipes it away.
    public func dismiss(_ notification: DeliveredNotification) async {
        await carryOut(system.change { $0.dismiss(notification) })
    }

    public func setAirplaneMode(_ isOn: Bool) {
        airplane.set(isOn)
        system.change { $0.screen.isInAirplaneMode = isOn }
    }

    /// Ends the app as its owner does by swiping it up: nothing of it runs until it is opened or tapped, and whatever
    /// it was doing is never finished.
    public func kill() async { await carryOut(system.change { $0.kill() }) }

    /// Opens the app, starting it if need be, and unlocks the phone if need be.
    public func restart() async { await carryOut(system.change { $0.openApp() }) }

    /// Goes back to the home screen.
    public func leaveApp() async { await carryOut(system.change { $0.leaveApp() }) }

    /// Allows or forbids notifications in the system's settings.
    public func allowNotifications(_ isAllowed: Bool) {
        system.change { $0.screen.authorization = isAllowed ? .authorized : .denied }
    }

    /// Approves a new device of the same owner, which then learns of it.
    ///
    /// - Parameters:
    ///   - ask: the one about that device.
    ///   - isPushed: whether the server pushes. Then it is answered when it is shown, for a push that comes afterwards would
    ///     stay on the screen.
    public func confirm(_ newcomer: SimulatedPhone, by ask: AskID, isPushed: Bool = true) async {
        if isPushed { _ = await screen { $0.notifications.contains { $0.payload.askID == ask } } }
        _ = await answer(ask, .approve)
        await newcomer.refresh(within: .seconds(5))
        // What the app told of before may still be on its way to the screen.
        _ = await newcomer.screen { if case .registered = $0.registration { true } else { false } }
    }

    /// Answers on the app's own screen.
    @discardableResult
    public func answer(_ id: AskID, _ answer: Answer) async -> AnswerResult? { await app?.answer(id, answer) }
}
