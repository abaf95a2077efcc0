import BellhopModel
import BellhopPush
import NIOCore

/// One request in APNs' terms: everything of it but the provider token, which is added when it is sent.
struct APNsRequest: Sendable {
    let service: APNsService
    var method = "POST"
    let path: String
    /// ``APNsService/idField``: a UUID in lower case.
    let id: String
    var topic: String?
    var pushType: String?
    var priority: String?
    /// Whole seconds since 1970; "0" for one attempt; `nil` for as long as APNs likes.
    var expiration: String?
    var collapseID: String?
    /// `apns-channel-id`
    var channel: String?
    var body = ByteBuffer()
    /// A person or an agent waits for it.
    var isUrgent = false

    /// The device token as it stands in the path; empty in requests to other services.
    var token: Substring { service == .pushes ? path.dropFirst(Self.devicePath.count) : "" }

    private static let devicePath = "/3/device/"
}

extension APNsRequest {
    /// A push to a device (Apple, Sending notification requests to APNs).
    init(_ push: Push) {
        self.init(
            service: .pushes,
            // With the device token in lower-case hex.
            path: Self.devicePath + push.token.text.lowercased(), id: push.id.description,
            topic: push.kind.topic(for: push.app), pushType: push.kind.rawValue,
            priority: push.kind.priority(for: push.urgency),
            expiration: push.expiration.field, collapseID: push.collapseID, body: ByteBuffer(bytes: push.payload),
            isUrgent: !push.isBulk)
    }

    /// A push to a channel (Apple, Sending broadcast push notification requests to APNs). It names no topic: the path
    /// has the app.
    init(_ broadcast: Broadcast) {
        self.init(
            service: .broadcasts, path: "/4/broadcasts/apps/" + broadcast.app, id: broadcast.id.description,
            pushType: PushKind.liveActivity.rawValue,
            priority: PushKind.liveActivity.priority(for: broadcast.urgency),
            expiration: (broadcast.expiration.map(Expiration.at) ?? .immediately).field,
            channel: broadcast.channel.description, body: ByteBuffer(bytes: broadcast.payload))
    }
}

extension Expiration {
    /// `apns-expiration`
    fileprivate var field: String? {
        switch self {
        case .gatewayDefault: nil
        case .immediately: "0"
        // Rounded down, so that nothing is shown after its deadline. What lies before 1970 is one attempt too.
        case .at(let moment): String(max(moment.seconds, 0))
        }
    }
}
