import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Pairs a phone that is not paired yet, or that its server has removed.
struct PhonePairing: Sendable {
    let phone: SimulatedPhone
    /// The maximum time until the phone knows its registration.
    var timeout: Duration = .seconds(15)

    /// - Parameter code: returns a pairing code; called only when one is needed.
    /// - Returns: the paired device; `nil` when the phone was paired before, or cannot tell.
    /// - Throws: ``CommandFailure`` when the server rejects the code.
    func run(code: @Sendable () async throws -> String) async throws -> DeviceID? {
        guard await phone.screen(within: timeout, where: { $0.isSettled }) != nil else { return nil }
        // The stored registration may be outdated, so the phone asks the server.
        guard case .needsPairing = await phone.refresh(within: timeout) else { return nil }
        let state = await phone.pair(code: try await code())
        switch state {
        case .registered(let id, _), .waitingForTrust(let id, _, _): return id
        default: throw CommandFailure("The phone could not be paired: \(state.problem)")
        }
    }
}

extension RegistrationState {
    /// The reason why a phone is not registered, with a remedy.
    fileprivate var problem: String {
        switch self {
        case .needsPairing(.codeRefused(let message)): "\(message) Create a new code with `bellhop pair`."
        case .refused(let message), .retrying(let message, _), .tokenFailed(let message): message
        case .needsPairing, .waitingForToken, .registering, .registered, .waitingForTrust, .leaving:
            "it timed out. Check that the server is running, and try again."
        }
    }
}

extension PhoneScreen {
    /// The registration is final or waits for the owner, and the connection for pushes is decided.
    fileprivate var isSettled: Bool {
        guard connection != .connecting || isInAirplaneMode else { return false }
        return switch registration {
        case .registered, .waitingForTrust, .needsPairing, .refused, .tokenFailed: true
        case .waitingForToken, .registering, .retrying, .leaving: false
        }
    }
}

extension PhoneScreen {
    /// The first button with this effect, newest notification first, with its notification.
    ///
    /// - Parameter takesText: `true` for a button with text input.
    func button(_ effect: ActionEffect, takesText: Bool) -> (CategoryAction, DeliveredNotification)? {
        for notification in notifications {
            let fitting = notification.actions.first { $0.effect == effect && ($0.textInput != nil) == takesText }
            if let fitting { return (fitting, notification) }
        }
        return nil
    }
}

extension SimulatedPhone {
    /// Presses the first button with this effect.
    ///
    /// - Returns: the result; `nil` when no shown notification has such a button.
    func press(_ effect: ActionEffect, text: String? = nil) async -> PressResult? {
        guard let (action, notification) = screen.button(effect, takesText: text != nil) else { return nil }
        return await perform(action, on: notification, text: text) ? .done : .needsUnlock
    }

    enum PressResult: Sendable { case done, needsUnlock }
}
