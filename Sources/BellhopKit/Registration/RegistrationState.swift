public import BellhopModel

/// The state of the device's registration.
public enum RegistrationState: Hashable, Sendable {
    /// The system has not given a push token yet.
    case waitingForToken
    /// The system gave none, and why.
    case tokenFailed(message: String)
    /// A person has to enter a pairing code.
    case needsPairing(PairingReason)
    case registering
    case registered(device: DeviceID, user: UserID)
    /// A trusted device of the same user has to confirm this one, which shows the same fingerprint. Until then this one
    /// receives nothing and answers nothing.
    case waitingForTrust(device: DeviceID, user: UserID, fingerprint: String)
    /// It failed for a reason that passes, and is tried again then.
    case retrying(message: String, at: Timestamp)
    /// The server will not take this registration. Tried again when something about it changes.
    case refused(message: String)
    /// The person signed out; the server is still to be told.
    case leaving
}

extension RegistrationState {
    var isWaitingForTrust: Bool { if case .waitingForTrust = self { true } else { false } }
}

/// Why a pairing code is wanted.
public enum PairingReason: Hashable, Sendable {
    case neverPaired
    /// The key in the vault is gone: the app was restored onto another device, or the vault was emptied.
    case keyLost
    /// The signing key is another than the one the server knows: a new key is a new device.
    case signingKeyChanged
    /// The server does not accept the device's key any more.
    case keyRevoked
    /// The code was wrong, used or too old.
    case codeRefused(message: String)
}
