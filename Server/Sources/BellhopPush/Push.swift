public import BellhopModel

/// One notification on its way to one device, ready for a gateway.
public struct Push: Sendable, Hashable {
    /// Stays the same over every attempt, so that a repeated send can be detected (`apns-id`).
    public var id: DeliveryID
    public var token: DeviceToken
    public var environment: PushEnvironment
    /// The app's bundle identifier; the gateway appends the suffix of the push type.
    public var app: String
    public var kind: PushKind
    /// Canonical JSON, encoded once per notification and shared by its deliveries.
    public var payload: [UInt8]
    public var urgency: Urgency
    public var expiration: Expiration
    /// At most 64 bytes of UTF-8. A later push with the same id replaces the displayed one.
    public var collapseID: String?
    /// True if the push is not urgent, such as a campaign's. Any other push makes a gateway that could not connect
    /// retry immediately, at the earliest one second after its last attempt.
    public var isBulk: Bool

    public init(
        id: DeliveryID, token: DeviceToken, environment: PushEnvironment, app: String, kind: PushKind = .alert,
        payload: [UInt8], urgency: Urgency = .immediate, expiration: Expiration = .gatewayDefault,
        collapseID: String? = nil, isBulk: Bool = false
    ) {
        self.id = id
        self.token = token
        self.environment = environment
        self.app = app
        self.kind = kind
        self.payload = payload
        self.urgency = urgency
        self.expiration = expiration
        self.collapseID = collapseID
        self.isBulk = isBulk
    }
}

/// The purpose of a push. An open set, because gateways add kinds; the raw value is APNs' `apns-push-type`.
public struct PushKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Shows a notification.
    public static let alert = Self(rawValue: "alert")
    /// Wakes the app without showing anything.
    public static let background = Self(rawValue: "background")
    /// Starts, updates or ends a Live Activity.
    public static let liveActivity = Self(rawValue: "liveactivity")
    /// Reloads the app's widgets.
    public static let widgets = Self(rawValue: "widgets")
    /// Reloads the app's controls.
    public static let controls = Self(rawValue: "controls")
    /// An incoming call (PushKit). Its payload limit is larger.
    public static let voip = Self(rawValue: "voip")
    /// Updates a watch face (PushKit).
    public static let complication = Self(rawValue: "complication")
    /// Signals a change to a File Provider extension.
    public static let fileProvider = Self(rawValue: "fileprovider")
    /// Requests the device's location from the app.
    public static let location = Self(rawValue: "location")
    /// Incoming speech (Push to Talk).
    public static let pushToTalk = Self(rawValue: "pushtotalk")
    /// Makes a managed device contact its MDM server.
    public static let mdm = Self(rawValue: "mdm")
}

/// The delivery priority of a push.
public enum Urgency: Sendable, Hashable, CaseIterable {
    /// Delivered immediately (`apns-priority` 10).
    case immediate
    /// Delivered with regard to the device's battery (5).
    case considerate
    /// Delivered without waking the device (1).
    case low
}

/// The time for which a gateway stores a push that it cannot deliver immediately.
public enum Expiration: Sendable, Hashable {
    /// The gateway's default: up to 30 days with APNs.
    case gatewayDefault
    /// One attempt, not stored.
    case immediately
    /// Stored until this time.
    case at(Timestamp)
}
