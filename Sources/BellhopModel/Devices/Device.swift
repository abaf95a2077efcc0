/// The platform of a device, which decides the push gateway.
public enum Platform: String, Codable, Hashable, Sendable, CaseIterable {
    case ios, macos, android, web
}

/// The APNs environment that a token belongs to.
public enum PushEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
    case sandbox, production
}

/// A gateway's token for one app on one device. It allows pushes to the device, so its description shows only the first
/// four characters.
public struct DeviceToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// For APNs the bytes in lower-case hex; for FCM and Web Push the text that the gateway issued.
    public let text: String

    /// - Returns: `nil` unless `text` is 1 to 1024 printable ASCII characters.
    public init?(_ text: String) {
        guard (1...1024).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// A token from the bytes of `didRegisterForRemoteNotificationsWithDeviceToken`. Their number is not fixed ("Don't
    /// make assumptions about device token size", Apple, *Sending notification requests to APNs*).
    public init?(bytes: some Sequence<UInt8>) { self.init(Hex.encode(bytes)) }

    /// The stored token of a browser without a push subscription.
    public init(missingOn device: DeviceID) { text = "none/\(device)" }

    /// `true` for the stored token of a browser without a push subscription.
    public var isMissing: Bool { text.hasPrefix("none/") }

    public var description: String { "<token \(text.prefix(4))…>" }
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension DeviceToken: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected 1 to 1024 printable ASCII characters")
            )
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// One push registration of a user.
public struct Device: Hashable, Sendable, Identifiable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case active
        /// The gateway rejected the token without reporting it as gone. The device receives no pushes until it registers
        /// again or the token proves valid.
        case quarantined
        /// The gateway reported the token as gone, the device has none, or it was removed.
        case inactive
    }

    public var id: DeviceID
    public var userID: UserID
    public var name: String
    public var platform: Platform
    public var token: DeviceToken
    public var environment: PushEnvironment
    /// The app's bundle identifier (APNs topic).
    public var app: String
    public var appVersion: String?
    public var locale: String?
    public var timeZone: String?
    /// The device's P-256 signing key, which verifies its answers: 65 bytes, uncompressed point (SEC 1 §2.3.3). Empty
    /// for a device that an admin key registered; such a device cannot answer.
    public var publicKey: [UInt8]
    public var keyStorage: KeyStorage?
    public var trust: Trust
    /// The signed consent of a trusted device; `nil` for a user's first device and after a recovery.
    public var enrolment: DeviceEnrolment?
    /// The ask that decides about the enrolment, while the device is not trusted.
    public var enrolmentAsk: AskID?
    public var state: State
    /// The time of the last registration of this token. A gateway's "gone since" before this time is ignored.
    public var registeredAt: Timestamp
    /// The time of the device's last API call, to the hour.
    public var lastSeenAt: Timestamp
    /// The cause of the state; `nil` while the device is active.
    public var inactivation: DeviceInactivation?

    public init(
        id: DeviceID, userID: UserID, name: String, platform: Platform, token: DeviceToken,
        environment: PushEnvironment,
        app: String, appVersion: String? = nil, locale: String? = nil, timeZone: String? = nil, publicKey: [UInt8],
        keyStorage: KeyStorage? = nil, trust: Trust = .trusted, enrolment: DeviceEnrolment? = nil,
        enrolmentAsk: AskID? = nil, state: State = .active, registeredAt: Timestamp, lastSeenAt: Timestamp? = nil,
        inactivation: DeviceInactivation? = nil
    ) {
        self.id = id
        self.userID = userID
        self.name = name
        self.platform = platform
        self.token = token
        self.environment = environment
        self.app = app
        self.appVersion = appVersion
        self.locale = locale
        self.timeZone = timeZone
        self.publicKey = publicKey
        self.keyStorage = keyStorage
        self.trust = trust
        self.enrolment = enrolment
        self.enrolmentAsk = enrolmentAsk
        self.state = state
        self.registeredAt = registeredAt
        self.lastSeenAt = lastSeenAt ?? registeredAt
        self.inactivation = inactivation
    }

    /// `true` if the device was paired and has a signing key.
    public var canAnswer: Bool { !publicKey.isEmpty }
}

/// The time and cause of a device's change to a state other than active.
public struct DeviceInactivation: Codable, Hashable, Sendable {
    public enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
        /// The gateway reported the token as gone or invalid.
        case gateway
        /// The user or an admin removed the device.
        case removed
        /// Another device registered the same token. A token belongs to one installation.
        case tokenTaken = "token_taken"
        /// The browser has no push subscription. It can answer while a page is open.
        case noSubscription = "no_subscription"
    }

    public var at: Timestamp
    public var cause: Cause
    /// The gateway's reason, such as `Unregistered`.
    public var reason: String?

    public init(at: Timestamp, cause: Cause, reason: String? = nil) {
        self.at = at
        self.cause = cause
        self.reason = reason
    }
}
