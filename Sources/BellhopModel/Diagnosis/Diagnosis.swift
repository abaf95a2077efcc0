/// How a server stands, as it found out just now: what `POST /v1/diagnosis` gives.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// The server's clock.
    public var time: Timestamp
    /// The server's version.
    public var version: String
    /// Deliveries that have not ended.
    public var queueDepth: Int
    /// When the one that should have been sent first was due; `nil` when none is late.
    public var lateSince: Timestamp?
    /// Registrations by gateway and state.
    public var devices: [DeviceCount]
    /// Each gateway that devices need, asked with a push that reaches nobody.
    public var gateways: [GatewayDiagnosis]

    public init(
        time: Timestamp, version: String, queueDepth: Int, lateSince: Timestamp?, devices: [DeviceCount],
        gateways: [GatewayDiagnosis]
    ) {
        self.time = time
        self.version = version
        self.queueDepth = queueDepth
        self.lateSince = lateSince
        self.devices = devices
        self.gateways = gateways
    }

    enum CodingKeys: String, CodingKey {
        case time, version, devices, gateways
        case queueDepth = "queue_depth"
        case lateSince = "late_since"
    }
}

/// How many registrations of one app on one platform are in one state.
public struct DeviceCount: Codable, Hashable, Sendable {
    public var address: AppAddress
    public var state: Device.State
    public var count: Int

    public init(_ address: AppAddress, state: Device.State, count: Int) {
        self.address = address
        self.state = state
        self.count = count
    }
}

/// What a gateway must be able to reach.
public struct AppAddress: Codable, Hashable, Sendable {
    public var platform: Platform
    /// The bundle identifier or package name.
    public var app: String
    public var environment: PushEnvironment

    public init(platform: Platform, app: String, environment: PushEnvironment) {
        self.platform = platform
        self.app = app
        self.environment = environment
    }
}

/// What a gateway said to a push with a token that belongs to no device.
public struct GatewayDiagnosis: Codable, Hashable, Sendable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It took credential and app, and minded only the token.
        case working
        /// It will not take the credential, or not for this app.
        case refused
        /// It could not be asked.
        case unreachable
        /// No gateway is set up for the platform.
        case absent
        /// It answered, but neither yes nor no.
        case unclear
    }

    public var address: AppAddress
    public var state: State
    /// In the gateway's word.
    public var reason: String?
    /// How long the answer took.
    public var milliseconds: Int

    public init(_ address: AppAddress, _ state: State, reason: String? = nil, milliseconds: Int = 0) {
        self.address = address
        self.state = state
        self.reason = reason
        self.milliseconds = milliseconds
    }
}

/// What `POST /v1/diagnosis` takes.
public struct DiagnosisRequest: Codable, Hashable, Sendable {
    /// Asked about besides the apps of registered devices, in both environments.
    public var app: String?
    /// Of ``app``; iOS unless given.
    public var platform: Platform?

    public init(app: String? = nil, platform: Platform? = nil) {
        self.app = app
        self.platform = platform
    }
}
