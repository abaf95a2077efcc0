public import BellhopKit
import BellhopModel
public import Observation

/// Pairs the device with a server, by a link or by a typed address and code. Nothing is sent before the user has seen
/// the server's host and confirmed it.
@Observable @MainActor
public final class PairingModel {
    public enum Step: Hashable, Sendable {
        case entry
        /// The user is asked to confirm ``PairingAddress/host``.
        case confirm(PairingLink)
        /// The code is being sent to the server.
        case waiting
        /// The server has accepted the code; a trusted device must confirm this one by its fingerprint.
        case confirmation(fingerprint: String)
        case paired
    }

    public var step: Step {
        // A trusted device's decision arrives as a change of the registration, also after a restart.
        switch (chosen, app.registration) {
        case (.entry, .waitingForTrust(_, _, let fingerprint)),
            (.confirmation, .waitingForTrust(_, _, let fingerprint)):
            .confirmation(fingerprint: fingerprint)
        case (.confirmation, .registered): .paired
        case (.confirmation, .needsPairing): .entry
        default: chosen
        }
    }
    private var chosen: Step = .entry
    public private(set) var problem: PairingProblem?
    public var address = ""
    public var code = ""
    /// The name of this device on the user's other devices. The system tells an app only "iPhone".
    public var name: String

    private let identity: AppIdentity
    private let app: AppModel
    private let remember: @MainActor (AppIdentity) -> Void

    /// - Parameters:
    ///   - identity: the app's identity, such as `BellhopAppDelegate.identity`; its server is replaced.
    ///   - remember: stores the identity with its new server for the next launch.
    public init(
        _ identity: AppIdentity, in app: AppModel, remember: @escaping @MainActor (AppIdentity) -> Void
    ) {
        self.identity = identity
        name = identity.deviceName
        self.app = app
        self.remember = remember
    }

    /// Reads a link that was opened or scanned.
    public func open(_ link: String) {
        do throws(PairingProblem) {
            chosen = .confirm(try PairingLink(link))
            problem = nil
        } catch {
            chosen = .entry
            problem = error
        }
    }

    /// Reads the typed address and code.
    public func review() {
        do throws(PairingProblem) {
            chosen = .confirm(PairingLink(try PairingAddress(address), code: try PairingCode(code)))
            problem = nil
        } catch {
            problem = error
        }
    }

    /// The user rejects the server.
    public func cancel() {
        chosen = .entry
        problem = nil
    }

    /// The user confirms the server: registers with it.
    public func confirm() async {
        guard case .confirm(let link) = step else { return }
        chosen = .waiting
        var identity = identity
        identity.server = link.address.description
        identity.deviceName = deviceName
        remember(identity)
        await app.bellhop.identityChanged(identity)
        switch await app.bellhop.pair(code: link.code.text) {
        case .registered: chosen = .paired
        case .waitingForTrust(_, _, let fingerprint): chosen = .confirmation(fingerprint: fingerprint)
        case .needsPairing: chosen = .entry
        default: break
        }
        code = ""
    }

    /// Signs out of the server that the device is paired with.
    public func leave() async {
        if (try? await app.bellhop.leave()) != nil { chosen = .entry }
    }

    /// The device's registration, including the reason for a delay.
    public var registration: RegistrationState { app.registration }

    public var canReview: Bool { !address.isEmpty && !code.isEmpty }

    /// The typed name in one line, or the system's when nothing was typed.
    private var deviceName: String {
        let line = DisplayText.line(name, characters: Self.longestName)
        return line.allSatisfy(\.isWhitespace) ? identity.deviceName : line
    }

    /// The number of characters that a list shows.
    private static let longestName = 60
}

extension RegistrationState {
    /// The text for the user.
    func text(_ words: Strings = .current) -> String {
        switch self {
        case .waitingForToken: words.registrationWaitingForToken
        case .tokenFailed(let message): words.registrationTokenFailed(message: message)
        case .needsPairing(.neverPaired): words.registrationNeverPaired
        case .needsPairing(.keyLost), .needsPairing(.signingKeyChanged): words.registrationKeyLost
        case .needsPairing(.keyRevoked): words.registrationKeyRevoked
        case .needsPairing(.codeRefused(let message)): words.registrationCodeRefused(message: message)
        case .registering: words.registrationRegistering
        case .registered: words.registrationRegistered
        case .waitingForTrust(_, _, let fingerprint): words.registrationWaitingForTrust(fingerprint: fingerprint)
        case .retrying(let message, _): words.registrationRetrying(message: message)
        case .refused(let message): words.registrationRefused(message: message)
        case .leaving: words.registrationLeaving
        }
    }
}

extension PairingProblem {
    /// The text for the user.
    func text(_ words: Strings = .current) -> String {
        switch self {
        case .notALink: words.pairingNotALink
        case .broken: words.pairingBroken
        case .notAnAddress: words.pairingNotAnAddress
        case .notEncrypted(let host): words.pairingNotEncrypted(host: host)
        case .notACode: words.pairingNotACode
        }
    }
}
