import BellhopModel
import NIOHPACK

/// The response to the provider.
struct SimulatedAPNsResponse: Sendable {
    /// The provider's id, or a generated one.
    var apnsID: String
    /// The name of the header field with the id.
    var idField = "apns-id"
    /// The id for the Push Notifications Console: successful pushes to the sandbox only.
    var uniqueID: String?
    /// `nil` when the request was accepted.
    var refusal: APNsRefusal?
    /// The result of an accepted request about channels.
    var channels: ChannelResult?

    func refused(_ refusal: APNsRefusal) -> Self { Self(apnsID: apnsID, idField: idField, refusal: refusal) }

    var body: String? { refusal?.body ?? channels?.body }

    var headers: HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(4)
        headers.add(name: ":status", value: String(refusal?.status ?? channels?.status ?? 200))
        // Not indexed: a value that differs in every response would evict useful entries from the client's table.
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

/// The result of an accepted request about channels (Apple, "Sending channel management requests to APNs").
struct ChannelResult: Sendable {
    var status = 200
    /// The id of a new channel.
    var channelID: ChannelID?
    /// The JSON body; `nil` for none.
    var body: String?

    static func made(_ id: ChannelID?) -> Self { Self(status: 201, channelID: id) }
    static let deleted = Self(status: 204)
    static let published = Self()

    static func storage(_ storage: ChannelStorage?) -> Self {
        Self(body: #"{"message-storage-policy":\#(storage == .latest ? 1 : 0),"push-type":"LiveActivity"}"#)
    }

    static func list(_ channels: [ChannelID]) -> Self {
        Self(body: #"{"channels":[\#(channels.map { "\"\($0)\"" }.joined(separator: ","))]}"#)
    }
}

typealias APNsScriptedResponse = ScriptedResponse<SimulatedAPNsResponse, APNsFault>
