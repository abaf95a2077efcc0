public import BellhopModel

/// One notification on its way to one device, ready for a gateway.
public struct Push: Sendable, Hashable {
    /// Stays the same over every attempt, so that a repeated send can be recognised (`apns-id`).
    public var id: DeliveryID
    public var token: DeviceToken
    public var environment: PushEnvironment
    /// The app's bundle identifier; the gateway appends what its push type asks for.
    public var app: String
    public var kind: PushKind
    /// Canonical JSON, encoded once per notification and shared by its deliveries.
    public var payload: [UInt8]
    public var urgency: Urgency
    public var expiration: Expiration
    /// At most 64 bytes of UTF-8. A later push with the same id replaces the one that is shown.
    public var collapseID: String?
    /// Nobody waits for it, as for a campaign's. Any other has a gateway that could not connect try again at once, a
    /// second after its last attempt at the earliest.
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

/// What a push is for. An open set, because gateways add kinds; the raw value is APNs' `apns-push-type`.
public struct PushKind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Shows something to the person.
    public static let alert = Self(rawValue: "alert")
    /// Wakes the app without showing anything.
    public static let background = Self(rawValue: "background")
    /// Starts, updates or ends a Live Activity.
    public static let liveActivity = Self(rawValue: "liveactivity")
    /// Reloads the app's widgets.
    public static let widgets = Self(rawValue: "widgets")
    /// Reloads the app's controls.
    public static let controls = Self(rawValue: "controls")
    /// An incoming call (PushKit). Its payload may be larger than the others'.
    public static let voip = Self(rawValue: "voip")
    /// Updates a watch face (PushKit).
    public static let complication = Self(rawValue: "complication")
    /// Tells a File Provider extension that something changed.
    public static let fileProvider = Self(rawValue: "fileprovider")
    /// Asks the app for the device's location.
    public static let location = Self(rawValue: "location")
    /// Someone speaks (Push to Talk).
    public static let pushToTalk = Self(rawValue: "pushtotalk")
    /// Tells a managed device to call its server.
    public static let mdm = Self(rawValue: "mdm")
}

/// How soon a push should reach the device, against its battery.
public enum Urgency: Sendable, Hashable, CaseIterable {
    /// Now (`apns-priority` 10).
    case immediate
    /// When it costs little (5).
    case considerate
    /// Without waking the device (1).
    case low
}

/// How long a gateway keeps a push that it cannot deliver at once.
public enum Expiration: Sendable, Hashable {
    /// As long as the gateway likes: up to 30 days with APNs.
    case gatewayDefault
    /// One attempt, not stored.
    case immediately
    /// Until then.
    case at(Timestamp)
}
