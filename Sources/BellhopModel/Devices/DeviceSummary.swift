/// A device as the API shows it: without its token.
public struct DeviceSummary: Codable, Hashable, Sendable, Identifiable {
    public let id: DeviceID
    public let userID: UserID
    public let name: String
    public let platform: Platform
    public let environment: PushEnvironment
    public let app: String
    public let appVersion: String?
    public let locale: String?
    public let timeZone: String?
    public let state: Device.State
    public let registeredAt: Timestamp
    /// When the device last called the API, to the hour.
    public let lastSeenAt: Timestamp?
    /// Why it is not active; `nil` while it is.
    public let inactivation: DeviceInactivation?
    /// Base64 of the device's public signing key, to verify answers with; `nil` for a device that never answers.
    public let publicKey: String?
    /// The storage of that key, as the device declares it.
    public let keyStorage: KeyStorage?
    /// Whether its answers count.
    public let trust: Device.Trust
    /// The signed consent by which it is trusted; `nil` for a root, and while it waits.
    public let enrolment: DeviceEnrolment?

    public init(_ device: Device) {
        id = device.id
        userID = device.userID
        name = device.name
        platform = device.platform
        environment = device.environment
        app = device.app
        appVersion = device.appVersion
        locale = device.locale
        timeZone = device.timeZone
        state = device.state
        registeredAt = device.registeredAt
        lastSeenAt = device.lastSeenAt
        inactivation = device.inactivation
        publicKey = device.canAnswer ? Base64.encode(device.publicKey) : nil
        keyStorage = device.keyStorage
        trust = device.trust
        enrolment = device.enrolment
    }

    enum CodingKeys: String, CodingKey {
        case id, name, platform, environment, app, locale, state, inactivation, trust, enrolment
        case userID = "user_id"
        case appVersion = "app_version"
        case timeZone = "time_zone"
        case registeredAt = "registered_at"
        case lastSeenAt = "last_seen_at"
        case publicKey = "public_key"
        case keyStorage = "key_storage"
    }
}
