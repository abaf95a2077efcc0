/// Where a device's notifications go.
public enum Platform: String, Codable, Hashable, Sendable, CaseIterable {
    case ios, macos, android, web
}

/// Which of APNs' two worlds a token belongs to.
public enum PushEnvironment: String, Codable, Hashable, Sendable, CaseIterable {
    case sandbox, production
}

/// A gateway's address of one app on one device. Whoever knows it can try to push to it, so it is not printed.
public struct DeviceToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// For APNs the bytes in lower-case hex; for FCM and Web Push as the gateway gave it.
    public let text: String

    /// - Returns: `nil` unless 1 to 1024 printable ASCII characters.
    public init?(_ text: String) {
        guard (1...1024).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// From the bytes that `didRegisterForRemoteNotificationsWithDeviceToken` gives. Their number is not fixed
    /// ("Don't make assumptions about device token size", Apple, Sending notification requests to APNs).
    public init?(bytes: some Sequence<UInt8>) { self.init(Hex.encode(bytes)) }

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
        /// The gateway doubted the token. Not sent to until it registers again or proves itself.
        case quarantined
        /// The gateway said the token is gone, or its owner removed it.
        case inactive
    }

    public var id: DeviceID
    public var userID: UserID
    public var name: String
    public var platform: Platform
    public var token: DeviceToken
    public var environment: PushEnvironment
    /// The app's bundle identifier, which APNs calls the topic.
    public var app: String
    public var appVersion: String?
    public var locale: String?
    public var timeZone: String?
    /// The device's P-256 signing key: 65 bytes, uncompressed point (SEC 1 §2.3.3). Answers are verified against it.
    /// Empty for a device that was registered with an admin's key and never answers.
    public var publicKey: [UInt8]
    public var keyStorage: KeyStorage?
    public var trust: Trust
    /// The consent by which it is trusted; `nil` for a user's first device, and for one that recovery let in.
    public var enrolment: DeviceEnrolment?
    /// The ask that decides about it, while it is not trusted.
    public var enrolmentAsk: AskID?
    public var state: State
    /// When this token was last registered. A gateway's "gone since" older than this says nothing about it.
    public var registeredAt: Timestamp
    /// When the device last called the API, to the hour.
    public var lastSeenAt: Timestamp
    /// Why it is not active; `nil` while it is.
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

    /// Whether it was paired, and so has a key to answer asks with.
    public var canAnswer: Bool { !publicKey.isEmpty }
}
