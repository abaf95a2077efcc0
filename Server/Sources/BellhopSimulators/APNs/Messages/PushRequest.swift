public import BellhopModel
import NIOCore
import NIOHPACK

/// A parsed but unchecked request.
struct PushRequest: Sendable {
    var method = ""
    var path = ""
    var authorization: String?
    var headers = PushHeaders()
    /// The name of a field that was illegally repeated.
    var repeatedField: String?
    var payload = ByteBuffer()
}

extension PushRequest {
    /// The target of the path.
    enum Target: Sendable, Hashable {
        case device(String)
        case noDevice
        case elsewhere
    }

    private static let devicePath = "/3/device/"

    var target: Target {
        guard path.hasPrefix(Self.devicePath) else { return path == "/3/device" ? .noDevice : .elsewhere }
        let token = path.dropFirst(Self.devicePath.count)
        if token.isEmpty { return .noDevice }
        return token.utf8.contains(UInt8(ascii: "/")) ? .elsewhere : .device(String(token))
    }

    /// The token in lower case, the key for device lookups; `nil` when the path contains none.
    var deviceToken: String? {
        guard case .device(let token) = target else { return nil }
        return token.lowercased()
    }
}

/// The `apns-` header fields of a request, as the provider sent them; `nil` for absent ones.
///
/// Source: Apple, "Sending notification requests to APNs".
public struct PushHeaders: Sendable, Hashable {
    /// `apns-id`
    public var id: String?
    /// `apns-push-type`
    public var pushType: String?
    /// `apns-topic`: the app's bundle identifier, with a suffix for some push types
    public var topic: String?
    /// `apns-priority`
    public var priority: String?
    /// `apns-expiration`
    public var expiration: String?
    /// `apns-collapse-id`
    public var collapseID: String?
    /// `apns-channel-id`, of requests about channels
    public var channelID: String?
    /// `apns-request-id`, of requests about channels in place of `apns-id`
    public var requestID: String?

    public init(
        id: String? = nil, pushType: String? = nil, topic: String? = nil, priority: String? = nil,
        expiration: String? = nil, collapseID: String? = nil, channelID: String? = nil, requestID: String? = nil
    ) {
        self.id = id
        self.pushType = pushType
        self.topic = topic
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.channelID = channelID
        self.requestID = requestID
    }
}

extension PushHeaders {
    /// The time for which APNs stores a push for an offline device.
    public enum Lifetime: Sendable, Hashable {
        /// One attempt, not stored (`apns-expiration: 0`).
        case oneAttempt
        case until(Timestamp)
        /// No field: APNs' default.
        case serviceDefault
    }

    /// `nil` when `apns-expiration` is not a number of seconds.
    public var lifetime: Lifetime? {
        guard let expiration else { return .serviceDefault }
        guard !expiration.isEmpty, expiration.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int64(expiration), seconds <= Int64.max / 1000
        else { return nil }
        return seconds == 0 ? .oneAttempt : .until(Timestamp(seconds: seconds))
    }
}

/// The target of a request about channels, according to its path.
enum ChannelTarget: Sendable, Hashable {
    /// `/4/broadcasts/apps/<app>` (Apple, "Sending broadcast push notification requests to APNs")
    case broadcast(app: String)
    /// `/1/apps/<app>/channels` (Apple, "Sending channel management requests to APNs")
    case channels(app: String)
    /// `/1/apps/<app>/all-channels`
    case allChannels(app: String)

    var app: String {
        switch self {
        case .broadcast(let app), .channels(let app), .allChannels(let app): app
        }
    }

    /// Returns `nil` for any other path.
    init?(path: String) {
        // The common case, a push to a device, is decided by one byte.
        guard path.utf8.dropFirst().first != UInt8(ascii: "3") else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (parts.count, parts.first) {
        case (4, "4") where parts[1] == "broadcasts" && parts[2] == "apps" && !parts[3].isEmpty:
            self = .broadcast(app: parts[3])
        case (4, "1") where parts[1] == "apps" && parts[3] == "channels" && !parts[2].isEmpty:
            self = .channels(app: parts[2])
        case (4, "1") where parts[1] == "apps" && parts[3] == "all-channels" && !parts[2].isEmpty:
            self = .allChannels(app: parts[2])
        default: return nil
        }
    }
}

extension PushRequest {
    /// `nil` when the request is not about channels.
    var channelTarget: ChannelTarget? { ChannelTarget(path: path) }
}

extension PushRequest {
    /// Parses a header block in one pass. The names are in lower case, because the HTTP/2 layer refuses others (RFC
    /// 9113 §8.2.1).
    init(_ block: HPACKHeaders) {
        self.init()
        for (name, value, _) in block {
            let isFirst =
                switch name {
                case ":method": Self.fill(&method, value)
                case ":path": Self.fill(&path, value)
                case "authorization": Self.fill(&authorization, value)
                case "apns-id": Self.fill(&headers.id, value)
                case "apns-push-type": Self.fill(&headers.pushType, value)
                case "apns-topic": Self.fill(&headers.topic, value)
                case "apns-priority": Self.fill(&headers.priority, value)
                case "apns-expiration": Self.fill(&headers.expiration, value)
                case "apns-collapse-id": Self.fill(&headers.collapseID, value)
                case "apns-channel-id": Self.fill(&headers.channelID, value)
                case "apns-request-id": Self.fill(&headers.requestID, value)
                default: true
                }
            if !isFirst { repeatedField = name }
        }
    }

    private static func fill(_ field: inout String?, _ value: String) -> Bool {
        guard field == nil else { return false }
        field = value
        return true
    }

    private static func fill(_ field: inout String, _ value: String) -> Bool {
        field = value
        return true
    }
}
