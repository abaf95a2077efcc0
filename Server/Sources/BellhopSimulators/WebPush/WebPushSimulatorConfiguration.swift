public import BellhopModel

/// The configuration of a simulated push service.
public struct WebPushSimulatorConfiguration: Sendable {
    /// The address to listen on.
    public var host: String
    /// The port; 0 lets the system choose one, which ``WebPushSimulator/port`` returns.
    public var port: Int
    /// The host name in the endpoints, which the certificate must have; `nil` for ``host``.
    public var publicName: String?
    /// The maximum size of a body, in bytes. RFC 8030 §7.2 demands at least 4096.
    public var longestBody: Int
    /// The longest time for which a message is stored.
    public var longestLifetime: Duration
    /// `SETTINGS_MAX_CONCURRENT_STREAMS`.
    public var streams: Int

    public init(
        host: String = "127.0.0.1", port: Int = 0, publicName: String? = nil, longestBody: Int = 4096,
        longestLifetime: Duration = .seconds(30 * 86_400), streams: Int = 100
    ) {
        self.host = host
        self.port = port
        self.publicName = publicName
        self.longestBody = longestBody
        self.longestLifetime = longestLifetime
        self.streams = streams
    }
}

/// An error response of a push service.
public struct WebPushRefusal: Error, Hashable {
    /// The HTTP status, 300 to 599.
    public var status: Int
    public var body: String
    /// The value of `Retry-After`: seconds or an HTTP date.
    public var retryAfter: String?
    /// The value of `Location`.
    public var location: String?

    public init(_ status: Int, _ body: String = "", retryAfter: String? = nil, location: String? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.location = location
    }

    /// An error in Apple's format.
    public static func apple(_ status: Int, _ reason: String, retryAfter: String? = nil) -> Self {
        Self(status, #"{"reason":"\#(reason)"}"#, retryAfter: retryAfter)
    }

    /// An error in the format of Mozilla's autopush.
    public static func mozilla(_ status: Int, errno: Int, retryAfter: String? = nil) -> Self {
        Self(status, #"{"code":\#(status),"errno":\#(errno),"error":"","message":""}"#, retryAfter: retryAfter)
    }

    public static let notFound = Self(404, "no such subscription")
    public static let gone = Self(410, "the subscription has ended")
    public static let tooLarge = Self(413, "the body is too large")
    public static let throttled = Self(429, "too many messages")
    public static let unavailable = Self(503, "not available")
}

/// A scripted fault of a valid request, queued with ``WebPushSimulator/script(_:times:for:)``.
public enum WebPushFault: Sendable, Hashable {
    /// The request is refused with this response.
    case refuse(WebPushRefusal)
    /// The TCP connection ends, without GOAWAY and without TLS close_notify.
    case cutConnection(FaultHandling)
    /// The request is processed immediately, and the response is sent by ``WebPushSimulator/release()``.
    case hold
    /// No response is sent; the stream remains open.
    case stall(FaultHandling)
}

extension WebPushFault {
    /// True if the message is delivered despite the fault.
    var delivers: Bool {
        switch self {
        case .refuse: false
        case .cutConnection(let handling), .stall(let handling): handling == .processed
        case .hold: true
        }
    }
}

/// A request received by the simulator, with its result.
public struct ReceivedWebPush: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// Status 201.
        case accepted
        /// The request violated a rule.
        case refused(WebPushRefusal)
        /// The request was valid, and a scripted fault was applied.
        case faulted(WebPushFault)
    }

    /// The number of the connection, counted from 1.
    public var connection: Int
    /// The path of the request, which identifies the subscription.
    public var path: String
    /// The fields of the request by lower-case name.
    public var fields: [String: String]
    /// The encrypted body.
    public var body: [UInt8]
    public var receivedAt: Timestamp
    public var result: Result
}
