import BellhopModel
import BellhopPush
import NIOCore

/// One push in APNs' terms: everything of the request but the provider token, which is added when it is sent
/// (Apple, Sending notification requests to APNs).
struct APNsRequest: Sendable {
    /// `:path`, with the device token in lower-case hex.
    let path: String
    /// `apns-id`: a UUID in lower case.
    let id: String
    let topic: String
    let pushType: String
    let priority: String
    /// Whole seconds since 1970; "0" for one attempt; `nil` for as long as APNs likes.
    let expiration: String?
    let collapseID: String?
    let body: ByteBuffer

    /// As it stands in the path.
    var token: Substring { path.dropFirst(Self.pathPrefix.count) }

    private static let pathPrefix = "/3/device/"

    init(_ push: Push) {
        path = Self.pathPrefix + push.token.text.lowercased()
        id = push.id.description
        topic = push.kind.topic(for: push.app)
        pushType = push.kind.rawValue
        priority = push.kind.priority(for: push.urgency)
        expiration =
            switch push.expiration {
            case .gatewayDefault: nil
            case .immediately: "0"
            // Rounded down, so that nothing is shown after its deadline. What lies before 1970 is one attempt too.
            case .at(let moment): String(max(moment.seconds, 0))
            }
        collapseID = push.collapseID
        body = ByteBuffer(bytes: push.payload)
    }
}
