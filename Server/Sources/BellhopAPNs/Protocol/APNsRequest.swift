import BellhopHTTP2
import BellhopModel
import BellhopPush

/// A request to APNs, without the provider token, which is added when it is sent.
struct APNsRequest: Sendable {
    let service: APNsService
    let sharedFields: SharedFields
    /// The path, and the header fields that differ between requests (Apple, Sending notification requests to APNs).
    let head: HTTP2Head
    let body: [UInt8]
    /// True if a person or an agent waits for it.
    let isUrgent: Bool
    /// The device token in the path; `nil` in requests to other services.
    let token: DeviceToken?

    /// The fields that other requests have in common with this one: APNs permits their indexing (Apple, Establishing a
    /// connection to APNs).
    struct SharedFields: Hashable {
        var method = "POST"
        var topic: String?
        var pushType: String?
        var priority: String?
    }

    /// - Parameters:
    ///   - id: ``APNsService/idField``: a UUID in lower case.
    ///   - channel: `apns-channel-id`
    init(
        _ service: APNsService, _ sharedFields: SharedFields = SharedFields(), path: String, id: String,
        channel: String? = nil, expiration: Expiration = .gatewayDefault, body: [UInt8] = []
    ) {
        var fields = [HTTP2Field(service.idField, id)]
        if let channel { fields.append(HTTP2Field("apns-channel-id", channel)) }
        if let expiration = expiration.field { fields.append(HTTP2Field("apns-expiration", expiration)) }
        self.service = service
        self.sharedFields = sharedFields
        head = HTTP2Head(path: path, fields: fields)
        self.body = body
        isUrgent = false
        token = nil
    }
}

extension APNsRequest {
    private static let devicePath: StaticString = "/3/device/"

    /// A push to a device (Apple, Sending notification requests to APNs).
    init(_ push: Push) {
        service = .pushes
        sharedFields = SharedFields(
            topic: push.kind.topic(for: push.app), pushType: push.kind.rawValue,
            priority: push.kind.priority(for: push.urgency))
        body = push.payload
        isUrgent = !push.isBulk
        token = push.token
        var token = push.token.text
        head = token.withUTF8 { token in
            let path = Self.devicePath.utf8CodeUnitCount + token.count
            return HTTP2Head(room: path + (push.collapseID?.utf8.count ?? 0) + 256, path: path) { bytes in
                Self.devicePath.withUTF8Buffer { prefix in
                    let start = bytes.initialize(fromContentsOf: prefix)
                    // The device token is written in lower-case hex.
                    for (index, byte) in token.enumerated() {
                        bytes.initializeElement(at: start + index, to: byte &- 0x41 < 26 ? byte | 0x20 : byte)
                    }
                }
            } fields: { fields in
                fields.add(APNsService.pushes.idField, push.id.description)
                if let expiration = push.expiration.field { fields.add("apns-expiration", expiration) }
                if let collapseID = push.collapseID { fields.add("apns-collapse-id", collapseID) }
            }
        }
    }

    /// A push to a channel (Apple, Sending broadcast push notification requests to APNs). It has no topic, because the
    /// path names the app.
    init(_ broadcast: BroadcastPush) {
        self.init(
            .broadcasts,
            SharedFields(
                pushType: PushKind.liveActivity.rawValue,
                priority: PushKind.liveActivity.priority(for: broadcast.urgency)),
            path: "/4/broadcasts/apps/" + broadcast.app, id: broadcast.id.description,
            channel: broadcast.channel.description,
            expiration: broadcast.expiration.map(Expiration.at) ?? .immediately, body: broadcast.payload)
    }
}

extension Expiration {
    /// `apns-expiration`: whole seconds since 1970; "0" for one attempt; `nil` for APNs' default.
    fileprivate var field: String? {
        switch self {
        case .gatewayDefault: nil
        case .immediately: "0"
        // Rounded down, so that nothing is shown after its deadline. A time before 1970 means one attempt too.
        case .at(let moment): String(max(moment.seconds, 0))
        }
    }
}

/// Apple, Sending channel management requests to APNs.
extension APNsRequest {
    static func createChannel(of app: String, storage: ChannelStorage, id: String) throws -> Self {
        let body = try CanonicalJSON.encode(ChannelBody(policy: storage.policy))
        return Self(.channels, path: channels(of: app), id: id, body: body)
    }

    static func readChannel(_ channel: ChannelID, of app: String, id: String) -> Self {
        Self(.channels, .init(method: "GET"), path: channels(of: app), id: id, channel: channel.description)
    }

    static func deleteChannel(_ channel: ChannelID, of app: String, id: String) -> Self {
        Self(.channels, .init(method: "DELETE"), path: channels(of: app), id: id, channel: channel.description)
    }

    static func listChannels(of app: String, id: String) -> Self {
        Self(.channels, .init(method: "GET"), path: "/1/apps/\(app)/all-channels", id: id)
    }

    private static func channels(of app: String) -> String { "/1/apps/\(app)/channels" }
}

/// The JSON of a channel.
struct ChannelBody: Codable, Hashable {
    /// 0 for no storage, or 1 for the most recent message.
    var policy: Int
    /// The only push type of channels; its spelling differs from `apns-push-type`.
    var pushType = "LiveActivity"

    enum CodingKeys: String, CodingKey {
        case policy = "message-storage-policy"
        case pushType = "push-type"
    }
}

/// The JSON of an app's channels.
struct ChannelListBody: Decodable {
    var channels: [ChannelID]
}

extension ChannelStorage {
    /// The value of `message-storage-policy`: "No Message Stored" and "Most Recent Message Stored".
    var policy: Int { self == .latest ? 1 : 0 }

    init?(policy: Int) {
        switch policy {
        case 0: self = .nothing
        case 1: self = .latest
        default: return nil
        }
    }
}

/// A service of APNs. Each has its own hosts and header fields.
enum APNsService: Sendable, Hashable, CaseIterable {
    /// Pushes to one device.
    case pushes
    /// Pushes to all subscribers of a channel.
    case broadcasts
    /// Creates, lists and deletes channels.
    case channels

    /// The header field of a request's id: chosen by the client, echoed by APNs.
    var idField: String { self == .pushes ? "apns-id" : "apns-request-id" }

    /// The maximum size of a response body, in bytes. An error has less than 100 bytes; a list contains up to 10,000
    /// channel ids of unspecified size.
    var responseLimit: Int { self == .channels ? 4 << 20 : 4096 }

    /// The `gateway` label of its metrics.
    var gateway: String {
        switch self {
        case .pushes: "apns"
        case .broadcasts: "apns-broadcast"
        case .channels: "apns-channels"
        }
    }

    /// Creating a channel returns 201, deleting it 204 (Apple, Sending channel management requests to APNs).
    func isSuccess(_ status: Int) -> Bool { self == .channels ? (200...299).contains(status) : status == 200 }
}

extension HTTP2SharedFields {
    /// - Parameter authorization: The value of the `authorization` field, which contains the provider token. It is
    ///   indexed, because it changes at most once in 20 minutes.
    convenience init(_ fields: APNsRequest.SharedFields, authority: String, authorization: String) {
        var own = [HTTP2Field("authorization", authorization)]
        if let topic = fields.topic { own.append(HTTP2Field("apns-topic", topic)) }
        if let pushType = fields.pushType { own.append(HTTP2Field("apns-push-type", pushType)) }
        if let priority = fields.priority { own.append(HTTP2Field("apns-priority", priority)) }
        self.init(method: fields.method, authority: authority, own)
    }
}
