public import BellhopModel

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
