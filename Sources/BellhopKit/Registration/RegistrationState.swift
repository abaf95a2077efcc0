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
    /// A temporary failure; the next attempt is at this time.
    case retrying(message: String, at: Timestamp)
    /// The server will not take this registration. Tried again when something about it changes.
    case refused(message: String)
    /// The person signed out; the server has not removed the device yet.
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

/// The app and the device as they are registered.
public struct AppIdentity: Hashable, Sendable {
    /// The server's address, such as `https://bellhop.example.com`. Each server has its own registration and key.
    public var server: String
    /// The bundle identifier.
    public var app: String
    public var appVersion: String?
    /// The device's name, shown on the user's other devices: "already approved on …".
    public var deviceName: String
    public var platform: Platform
    /// Which of APNs' worlds this build's tokens belong to.
    public var environment: PushEnvironment
    /// BCP 47, such as `de-CH`.
    public var locale: String?
    /// IANA, such as `Europe/Zurich`.
    public var timeZone: String?

    public init(
        server: String, app: String, appVersion: String? = nil, deviceName: String, platform: Platform = .ios,
        environment: PushEnvironment, locale: String? = nil, timeZone: String? = nil
    ) {
        self.server = server
        self.app = app
        self.appVersion = appVersion
        self.deviceName = deviceName
        self.platform = platform
        self.environment = environment
        self.locale = locale
        self.timeZone = timeZone
    }
}

/// With what the device calls the API.
struct DeviceCredentials: Hashable, Sendable {
    var deviceID: DeviceID
    var userID: UserID
    var key: Secret
}

/// The result of reading the credentials.
enum CredentialLookup: Hashable, Sendable {
    case found(DeviceCredentials)
    /// The device is not paired.
    case unpaired
    /// The vault or the journal cannot be read now, such as before the first unlock after a restart.
    case locked
}
