import BellhopModel
import NIOHPACK

/// What goes back to the provider.
struct APNsAnswer: Sendable {
    /// Given by the provider, or made here.
    var apnsID: String
    /// What `apns-id` is called in this answer.
    var idField = "apns-id"
    /// The key into the Push Notifications Console: success in the sandbox only.
    var uniqueID: String?
    /// `nil` when the request was taken.
    var refusal: APNsRefusal?
    /// What a request about channels gets when it was taken.
    var channels: ChannelResult?

    func refused(_ refusal: APNsRefusal) -> Self { Self(apnsID: apnsID, idField: idField, refusal: refusal) }

    var body: String? { refusal?.body ?? channels?.body }

    var headers: HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(4)
        headers.add(name: ":status", value: String(refusal?.status ?? channels?.status ?? 200))
        // Different in every answer: indexed, they would only push useful entries out of the client's table.
        headers.add(name: idField, value: apnsID, indexing: .nonIndexable)
        if let uniqueID { headers.add(name: "apns-unique-id", value: uniqueID, indexing: .nonIndexable) }
        if refusal == nil, let channel = channels?.channelID {
            headers.add(name: "apns-channel-id", value: channel.description, indexing: .nonIndexable)
        }
        if body != nil { headers.add(name: "content-type", value: "application/json") }
        if let retryAfter = refusal?.retryAfter {
            headers.add(name: "retry-after", value: String(retryAfter.components.seconds))
        }
        return headers
    }
}
