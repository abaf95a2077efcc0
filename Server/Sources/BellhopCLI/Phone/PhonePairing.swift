import BellhopKit
import BellhopModel
import BellhopSimulators
import BellhopTerminal

/// Pairs a phone that has no server yet, or whose server knows it no more.
struct PhonePairing: Sendable {
    let phone: SimulatedPhone
    /// How long the phone may take to find out where it stands.
    var patience: Duration = .seconds(15)

    /// - Parameter code: asked for when one is needed.
    /// - Returns: the device as which it was paired; `nil` when it was before, or cannot tell.
    /// - Throws: ``CommandFailure`` when the server takes no such code.
    func run(code: @Sendable () async throws -> String) async throws -> DeviceID? {
        guard await phone.screen(within: patience, where: { $0.isSettled }) != nil else { return nil }
        // What it wrote down may be out of date: it asks.
        guard case .needsPairing = await phone.refresh(within: patience) else { return nil }
        let state = await phone.pair(code: try await code())
        switch state {
        case .registered(let id, _), .waitingForTrust(let id, _, _): return id
        default: throw CommandFailure("The phone could not be paired: \(state.problem)")
        }
    }
}

extension RegistrationState {
    /// Why a phone is not registered, and what to do: a sentence or two.
    fileprivate var problem: String {
        switch self {
        case .needsPairing(.codeRefused(let message)): "\(message) Make a new code with `bellhop pair`."
        case .refused(let message), .retrying(let message, _), .tokenFailed(let message): message
        case .needsPairing, .waitingForToken, .registering, .registered, .waitingForTrust, .leaving:
            "it was not done in time. Look whether the server runs, and try again."
        }
    }
}

extension PhoneScreen {
    /// The registration waits for nothing but its owner, and it is known whether pushes can come.
    fileprivate var isSettled: Bool {
        guard connection != .connecting || isInAirplaneMode else { return false }
        return switch registration {
        case .registered, .waitingForTrust, .needsPairing, .refused, .tokenFailed: true
        case .waitingForToken, .registering, .retrying, .leaving: false
        }
    }
}
