/// The current condition of a server: the response of `POST /v1/diagnosis`.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// The server's clock.
    public var time: Timestamp
    /// The server's version.
    public var version: String
    /// The number of unfinished deliveries.
    public var queueDepth: Int
    /// The due time of the oldest overdue delivery; `nil` when none is overdue.
    public var lateSince: Timestamp?
    /// Registrations by gateway and state.
    public var devices: [DeviceCount]
    /// The result of a test push to each needed gateway, with a token of no device.
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

/// The number of registrations of one app on one platform in one state.
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

/// The app, platform and environment that a gateway must reach.
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

/// A gateway's response to a push with a token of no device.
public struct GatewayDiagnosis: Codable, Hashable, Sendable {
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It accepted credential and app, and rejected the token only.
        case working
        /// It rejected the credential, or its use for this app.
        case refused
        /// No connection.
        case unreachable
        /// No gateway is configured for the platform.
        case absent
        /// An inconclusive response.
        case unclear
    }

    public var address: AppAddress
    public var state: State
    /// The gateway's own reason.
    public var reason: String?
    /// The response time, in milliseconds.
    public var milliseconds: Int

    public init(_ address: AppAddress, _ state: State, reason: String? = nil, milliseconds: Int = 0) {
        self.address = address
        self.state = state
        self.reason = reason
        self.milliseconds = milliseconds
    }
}

/// The body of `POST /v1/diagnosis`.
public struct DiagnosisRequest: Codable, Hashable, Sendable {
    /// An app to test in addition to those of registered devices, in both environments.
    public var app: String?
    /// The platform of ``app``; iOS unless given.
    public var platform: Platform?

    public init(app: String? = nil, platform: Platform? = nil) {
        self.app = app
        self.platform = platform
    }
}

public enum BellhopVersion {
    /// The version of everything in this repository (Semantic Versioning 2.0).
    public static let current = "0.1.0"
}
