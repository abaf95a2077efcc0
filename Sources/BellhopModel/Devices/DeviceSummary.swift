/// A device in API responses, without its token.
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
    /// The time of the device's last API call, to the hour.
    public let lastSeenAt: Timestamp?
    /// The cause of the state; `nil` while the device is active.
    public let inactivation: DeviceInactivation?
    /// The public signing key in Base64, for verifying answers; `nil` for a device that cannot answer.
    public let publicKey: String?
    /// The storage of the signing key, as reported by the device.
    public let keyStorage: KeyStorage?
    /// The trust of the server, which accepts answers of trusted devices only.
    public let trust: Device.Trust
    /// The signed consent of a trusted device; `nil` for a first device, and while the enrolment is open.
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

    /// `true` when the device can answer asks and learns of them: from pushes or, without a subscription, from an open
    /// page.
    public var isAnswering: Bool {
        trust == .trusted && publicKey != nil && (state == .active || inactivation?.cause == .noSubscription)
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
