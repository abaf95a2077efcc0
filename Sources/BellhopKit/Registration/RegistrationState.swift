public import BellhopModel

/// The state of the device's registration.
public enum RegistrationState: Hashable, Sendable {
    /// The system has not returned a push token yet.
    case waitingForToken
    /// The system failed to return a push token, for this reason.
    case tokenFailed(message: String)
    /// The user must enter a pairing code.
    case needsPairing(PairingReason)
    case registering
    case registered(device: DeviceID, user: UserID)
    /// A trusted device of the same user must confirm this one, which shows the same fingerprint. Until then this
    /// device receives no notifications, and its answers are refused.
    case waitingForTrust(device: DeviceID, user: UserID, fingerprint: String)
    /// A temporary failure; the next attempt is at this time.
    case retrying(message: String, at: Timestamp)
    /// The server refuses this registration. It is repeated when one of its facts changes.
    case refused(message: String)
    /// The user signed out; the server has not removed the device yet.
    case leaving
}

extension RegistrationState {
    var isWaitingForTrust: Bool { if case .waitingForTrust = self { true } else { false } }
}

/// The reason for requiring a pairing code.
public enum PairingReason: Hashable, Sendable {
    case neverPaired
    /// The key is missing in the vault: the app was restored onto another device, or the vault was emptied.
    case keyLost
    /// The signing key differs from the registered one: a new key is a new device.
    case signingKeyChanged
    /// The server no longer accepts the device's key.
    case keyRevoked
    /// The code was wrong, used or expired.
    case codeRefused(message: String)
}

/// The registered facts about the app and the device.
public struct AppIdentity: Hashable, Sendable {
    /// The server's address, such as `https://bellhop.example.com`. Each server has its own registration and key.
    public var server: String
    /// The bundle identifier.
    public var app: String
    public var appVersion: String?
    /// The device's name, shown on the user's other devices: "already approved on …".
    public var deviceName: String
    public var platform: Platform
    /// The APNs environment of this build's tokens.
    public var environment: PushEnvironment
    /// The language, as a BCP 47 tag such as `de-CH`.
    public var locale: String?
    /// The time zone, as an IANA name such as `Europe/Zurich`.
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

/// The credentials of the device for the API.
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
    /// The vault or the journal cannot be read now, for example before the first unlock after a restart.
    case locked
}
