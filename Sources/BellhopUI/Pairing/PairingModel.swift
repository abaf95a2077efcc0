public import BellhopKit
import BellhopModel
public import Observation

/// Pairs the device with a server, by a link or by what the person types. Nothing is sent before they have seen which
/// server it is and said yes.
@Observable @MainActor
public final class PairingModel {
    public enum Step: Hashable, Sendable {
        case entry
        /// The person is shown ``PairingAddress/host`` and asked.
        case confirm(PairingLink)
        /// The server was sent the code, or will be.
        case waiting
        /// The server has taken the code; a trusted device has to confirm this one, by this fingerprint.
        case confirmation(fingerprint: String)
        case paired
    }

    public var step: Step {
        // The confirmation, or the denial, comes by the kit's own news, and outlasts a restart.
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
    /// The name of this device for the person's other devices. The system tells an app no more than "iPhone".
    public var name: String

    private let identity: AppIdentity
    private let app: AppModel
    private let remember: @MainActor (AppIdentity) -> Void

    /// - Parameters:
    ///   - identity: of the app; its server is replaced.
    ///   - remember: keeps the identity with its new server for the next launch.
    public init(
        _ identity: AppIdentity, in app: AppModel, remember: @escaping @MainActor (AppIdentity) -> Void
    ) {
        self.identity = identity
        name = identity.deviceName
        self.app = app
        self.remember = remember
    }

    /// Takes a link that was opened or scanned.
    public func open(_ link: String) {
        do throws(PairingProblem) {
            chosen = .confirm(try PairingLink(link))
            problem = nil
        } catch {
            chosen = .entry
            problem = error
        }
    }

    /// Takes what was typed.
    public func review() {
        do throws(PairingProblem) {
            chosen = .confirm(PairingLink(try PairingAddress(address), code: try PairingCode(code)))
            problem = nil
        } catch {
            problem = error
        }
    }

    /// The person does not want this server.
    public func cancel() {
        chosen = .entry
        problem = nil
    }

    /// The person wants this server.
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

    /// How the device stands with its server; says why it takes long.
    public var registration: RegistrationState { app.registration }

    public var canReview: Bool { !address.isEmpty && !code.isEmpty }

    /// In one line; the system's when nothing was typed.
    private var deviceName: String {
        let line = DisplayText.line(name, characters: Self.longestName)
        return line.allSatisfy(\.isWhitespace) ? identity.deviceName : line
    }

    /// What a list shows of it.
    private static let longestName = 60
}
